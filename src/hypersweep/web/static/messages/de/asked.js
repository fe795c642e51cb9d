// @ts-check

/** @type {import("../../messages.js").Texts} */
export default {
  loading: "Der Server wird gefragt …",
  silent: "Der Server antwortet noch nicht. Es wird weiter gewartet …",
  again: "Noch einmal versuchen",
  no_server: "Hinter dieser Kopie der Seite steht kein Server: Allein kannst du alles spielen, nur zusammen geht hier nichts.",
};
