// @ts-check
// Screens that aren't needed before the first move, in a separate file so that the first move doesn't wait for them.

export { default as AnalysisScreen } from "./screens/analysis.js";
export { default as HelpScreen } from "./screens/help.js";
export { default as ReplayScreen } from "./screens/replay.js";
export { default as ResumeScreen } from "./screens/resume.js";
export { default as ReviewScreen } from "./screens/review.js";
export { default as SettingsScreen } from "./screens/settings.js";
export { default as StatisticsScreen } from "./screens/statistics.js";

export { openPalette } from "./frame/palette.js";
export { Commands } from "./input/commands.js";
export { chooseFiles, openFiles, openText } from "./input/drop.js";
export { missedMove } from "./play/hints.js";
export { Ending } from "./screens/game/ending.js";
export { Hinting } from "./screens/game/hinting.js";
export { showThisBoard } from "./screens/game/this_board.js";
export { OwnBoard } from "./screens/own_board.js";
export { engineNamed } from "./together/engines.js";
