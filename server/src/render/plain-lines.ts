/** One paragraph, heading or item of a text. `level`: of a heading, 0 for none. */
export type PlainLine = { readonly text: string; readonly level: number; readonly isItem: boolean };

/** Longer texts are no part of a picture. */
const MOST_CHARACTERS = 20_000;
const MOST_LINES = 200;

/** Markdown as lines of plain text, for pictures: marks and tags go, words stay. */
export function plainLines(source: string): readonly PlainLine[] {
  const paragraphs: PlainLine[] = [];
  let isOpen = false;
  for (const raw of source.slice(0, MOST_CHARACTERS).split(/\r?\n/)) {
    const { line, isMarked } = readLine(raw);
    const last = paragraphs.at(-1);
    if (line.text === '') isOpen = false;
    else if (isOpen && last && !isMarked)
      paragraphs[paragraphs.length - 1] = { ...last, text: `${last.text} ${line.text}` };
    else {
      paragraphs.push(line);
      isOpen = line.level === 0;
    }
    if (paragraphs.length >= MOST_LINES) break;
  }
  return paragraphs;
}

function readLine(raw: string): { readonly line: PlainLine; readonly isMarked: boolean } {
  const [, marks = '', rest = ''] = /^\s{0,3}(#{1,6}\s+|>\s?|[-*+]\s+|\d{1,9}[.)]\s+)?(.*)$/.exec(raw.trimEnd()) ?? [];
  const level = marks.startsWith('#') ? marks.trim().length : 0;
  const isRule = /^\s*([-*_])(\s*\1){2,}\s*$/.test(raw);
  const text = isRule ? '' : plainWords(rest);
  return { line: { text, level, isItem: /^([-*+]|\d)/.test(marks) }, isMarked: marks !== '' };
}

function plainWords(text: string): string {
  return text
    .replace(/<\/?[a-z][^<>\n]{0,500}>/gi, '')
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/(?<!\w)[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
