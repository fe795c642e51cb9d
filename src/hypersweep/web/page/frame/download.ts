// Saves files on the player's device.

/** Maximum length of a file name without its ending, in characters. */
const MOST_NAME = 40;

/** Return a file name made of a text's words: "Ann's opening — test" becomes "Anns-opening-test". */
export function fileStem(text: string) {
  const words = text.replace(/['\u2019]/g, "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join("-")].slice(0, MOST_NAME).join("").replace(/-$/, "");
}

export function download(content: Blob, name: string) {
  const link = document.createElement("a");
  const address = URL.createObjectURL(content);
  [link.href, link.download] = [address, name];
  link.click();
  // Don't revoke the address yet: the browser reads the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
