// The modules that the build makes of the texts.

/** Texts by their names, by the names of their files, as Fluent has parsed them. */
declare module "texts:en" {
  import type { Message } from "@fluent/bundle";
  export type Pattern = Exclude<Message["value"], null>;
  export type Texts = Record<string, Record<string, Pattern>>;
  /** The texts up to the first move in English. */
  const texts: Texts;
  export default texts;
}

/**
 * The languages, by the names of their folders: each has its own name, and loads its texts up to the first move, and the
 * rest.
 */
declare module "texts:languages" {
  import type { Texts } from "texts:en";
  type Load = () => Promise<{ default: Texts }>;
  const languages: Record<string, { name: string; first: Load; more: Load }>;
  export default languages;
}
