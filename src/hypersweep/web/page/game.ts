// What a game needs up to the first move, in a separate file so that the start screen doesn't wait for it.

export { Engine } from "./engine/client.ts";
export { default as GameScreen } from "./screens/game.tsx";
