// Screens that aren't needed before the first move, in a separate file so that the first move doesn't wait for them.

export { default as AnalysisScreen } from "./screens/analysis.tsx";
export { default as DailyBoardsScreen } from "./screens/daily_boards.tsx";
export { default as HelpScreen } from "./screens/help.tsx";
export { default as LearnScreen } from "./screens/learn.tsx";
export { default as ReplayScreen } from "./screens/replay.tsx";
export { default as ResumeScreen } from "./screens/resume.tsx";
export { default as ReviewScreen } from "./screens/review.tsx";
export { default as SettingsScreen } from "./screens/settings.tsx";
export { default as StatisticsScreen } from "./screens/statistics.tsx";

export { openPalette } from "./frame/palette.tsx";
export { Commands } from "./input/commands.ts";
export { chooseFiles, openFiles, openText } from "./input/drop.ts";
export { EndCard } from "./screens/game/ending.tsx";
export { Feedback } from "./screens/game/feedback.ts";
export { Hinting } from "./screens/game/hinting.ts";
export { showThisBoard } from "./screens/game/this_board.tsx";
export { openOwnBoard } from "./screens/own_board.tsx";
export { engineNamed } from "./multiplayer/engines.ts";
