// @ts-check
// The screens that need a server, in a separate file that a site without one leaves out.

export { default as AccountScreen } from "./screens/account.js";
export { default as AdminScreen } from "./screens/admin.js";
export { default as BestScreen } from "./screens/best.js";
export { default as DailyScreen } from "./screens/daily.js";
export { default as LobbyScreen } from "./screens/lobby.js";
export { default as PersonScreen } from "./screens/person.js";
export { default as RoomScreen } from "./screens/room.js";
export { default as SharedScreen } from "./screens/shared.js";
export { default as StudyScreen } from "./screens/study.js";
export { RunningGames } from "./screens/asking/running_games.js";
