// The screens that need a server, in a separate file that a site without one leaves out.

export { default as AccountScreen } from "./screens/account.ts";
export { default as AdminScreen } from "./screens/admin.tsx";
export { default as BestScreen } from "./screens/best.ts";
export { default as DailyScreen } from "./screens/daily.ts";
export { default as LobbyScreen } from "./screens/lobby.ts";
export { default as PersonScreen } from "./screens/person.ts";
export { default as RoomScreen } from "./screens/room.ts";
export { default as SharedScreen } from "./screens/shared.ts";
export { default as StudyScreen } from "./screens/study.ts";
export { RunningGames } from "./screens/asking/running_games.ts";
