/** Text of a file that no spreadsheet runs: what begins like a formula gets an apostrophe, plain numbers stay. */
export function harmlessCell(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) ? `'${text}` : text;
}
