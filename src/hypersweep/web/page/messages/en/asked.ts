import type { Texts } from "../../messages.ts";

export default {
  loading: "Asking the server …",
  silent: "The server doesn't answer yet. Still waiting …",
  again: "Try again",
  no_server: "This copy of the page has no server: you can play alone, but not with others.",
} satisfies Texts;
