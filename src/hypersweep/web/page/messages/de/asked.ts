import type { Texts } from "../../messages.ts";

export default {
  loading: "Der Server wird gefragt …",
  silent: "Der Server antwortet noch nicht. Es wird weiter gewartet …",
  again: "Noch einmal versuchen",
  no_server: "Diese Kopie der Seite hat keinen Server: Du kannst allein spielen, aber nicht mit anderen.",
} satisfies Texts;
