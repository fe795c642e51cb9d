// Saves files on the player's device.

export function download(content: Blob, name: string) {
  const link = document.createElement("a");
  const address = URL.createObjectURL(content);
  [link.href, link.download] = [address, name];
  link.click();
  // Don't revoke the address yet: the browser reads the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
