import type { Texts } from "../../messages.ts";

export default {
  choose: "Aufzeichnungen, Stellungen und Brett-IDs",
  pasted: "Der eingefügte Text",
  here: "Zum Öffnen loslassen",
  large: ({ name, most }) => `${name} ist zu groß: Mehr als ${most} MiB lassen sich nicht lesen.`,
  no_server: ({ name }) => `${name} ist keine Textdatei. Aufzeichnungen anderer Programme brauchen einen Server, und diese Seite hat keinen: 'hypersweep convert' macht daraus eine eigene.`,
  many: ({ most }) => `Nur die ersten ${most} Dateien wurden gelesen.`,
  one_only: ({ name }) => `${name} wurde nicht geöffnet: Es wird immer nur eine Datei gezeigt.`,
  refused: ({ name, message }) => `${name} ist weder eine Aufzeichnung noch eine Stellung noch eine Brett-ID. ${message}`,
  wrong: ({ name, message }) => `${name} lässt sich nicht öffnen. ${message}`,
} satisfies Texts;
