// The screens that need a server, in a separate file that a site without one leaves out.

export { default as AccountScreen } from "./screens/account.ts";
export { default as AdminScreen } from "./screens/admin.tsx";
export { default as BestScreen } from "./screens/best.ts";
export { default as DailyScreen } from "./screens/daily.ts";
export { default as LobbyScreen } from "./screens/lobby.ts";
export { default as PersonScreen } from "./screens/person.tsx";
export { default as RoomScreen } from "./screens/room.tsx";
export { default as SharedScreen } from "./screens/shared.ts";
export { default as StudyScreen } from "./screens/study.tsx";
export { RunningGames } from "./screens/asking/running_games.ts";
