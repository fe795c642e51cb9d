// @ts-check
/** @type {import("../../messages.js").Texts} */
export default {
  choose: "Aufzeichnungen, Stellungen und Brett-IDs",
  pasted: "Der eingefügte Text",
  here: "Zum Öffnen loslassen",
  large: ({ name, most }) => `${name} ist zu groß: erwartet wird eine Datei von höchstens ${most} MiB.`,
  binary: ({ name }) => `${name} enthält keinen Text: erwartet wird eine Aufzeichnung, eine Stellung oder eine Brett-ID.`,
  many: ({ most }) => `Nur die ersten ${most} Dateien wurden angesehen.`,
  one_only: ({ name }) => `${name} wurde nicht geöffnet: es wird immer nur eine Datei gezeigt.`,
  refused: ({ name, message }) => `${name} ist weder eine Aufzeichnung noch eine Stellung noch eine Brett-ID: ${message}.`,
};
