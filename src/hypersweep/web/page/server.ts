// Screens that need a server, in a separate file so that sites without a server can leave it out.

export { default as AccountScreen } from "./screens/account.tsx";
export { default as AdminScreen } from "./screens/admin.tsx";
export { default as BestScreen } from "./screens/best.tsx";
export { default as DailyScreen } from "./screens/daily.tsx";
export { default as LobbyScreen } from "./screens/lobby.tsx";
export { default as PersonScreen } from "./screens/person.tsx";
export { default as RoomScreen } from "./screens/room.tsx";
export { default as SharedScreen } from "./screens/finished_game.tsx";
export { default as StudyScreen } from "./screens/study.tsx";
export { showRunningGames } from "./screens/running_games.tsx";
