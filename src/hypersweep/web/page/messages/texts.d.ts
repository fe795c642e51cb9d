// The modules that the build makes from the texts.

/** Texts as parsed by Fluent, by file name and then by message key. */
declare module "texts:en" {
  import type { Message } from "@fluent/bundle";
  export type Pattern = Exclude<Message["value"], null>;
  export type Texts = Record<string, Record<string, Pattern>>;
  /** The texts up to the first move in English. */
  const texts: Texts;
  export default texts;
}

/**
 * The languages by folder name: what each calls itself, and functions that load its texts up to the first move and the
 * others.
 */
declare module "texts:languages" {
  import type { Texts } from "texts:en";
  type Load = () => Promise<{ default: Texts }>;
  const languages: Record<string, { name: string; first: Load; more: Load }>;
  export default languages;
}
