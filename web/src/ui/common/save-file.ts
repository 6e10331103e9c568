/** Let the browser save a blob under a name; characters that file systems refuse are left out of it. */
export function saveFile(blob: Blob, name: string, ending: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.${ending}`;
  link.click();
  URL.revokeObjectURL(address);
}

function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'chart';
}
