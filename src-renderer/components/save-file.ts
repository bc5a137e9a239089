/** Hands a file over to the person: the browser keeps it where downloads go, the desktop app asks where. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the content once the click has been taken.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
