// @ts-check
/** @type {import("../../messages.js").Texts} */
export default {
  choose: "Aufzeichnungen, Stellungen und Brett-IDs",
  pasted: "Der eingefügte Text",
  here: "Zum Öffnen loslassen",
  large: ({ name, most }) => `${name} ist zu groß: Mehr als ${most} MiB lassen sich nicht lesen.`,
  binary: ({ name }) => `${name} enthält keinen Text, also auch keine Aufzeichnung, Stellung oder Brett-ID.`,
  many: ({ most }) => `Nur die ersten ${most} Dateien wurden angesehen.`,
  one_only: ({ name }) => `${name} wurde nicht geöffnet: Es wird immer nur eine Datei gezeigt.`,
  refused: ({ name, message }) => `${name} ist weder eine Aufzeichnung noch eine Stellung noch eine Brett-ID. ${message}`,
};
