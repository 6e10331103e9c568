/** A sign that begins a formula, also behind characters that nobody sees and some programs drop. */
const FORMULA = /^(?:[\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
const NUMBER = /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** Text of a file that no spreadsheet runs: what begins like a formula gets an apostrophe, plain numbers stay. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
