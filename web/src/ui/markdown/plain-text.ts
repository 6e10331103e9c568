/** Markdown as one line of text, for places too small for it: marks go, words stay. */
export function plainText(source: string): string {
  return source
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/(?<!\w)[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
