// The modules that the build makes of the texts.

/** The languages, by the names of their folders: each loads its texts up to the first move, and the rest. */
declare module "texts:languages" {
  type Load = () => Promise<{ default: Record<string, string> }>;
  const loaders: Record<string, { first: Load; more: Load }>;
  export default loaders;
}

/** The texts up to the first move in English: each file as it is. */
declare module "texts:en" {
  const texts: Record<string, string>;
  export default texts;
}
