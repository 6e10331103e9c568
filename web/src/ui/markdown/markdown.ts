/** Markdown as a tree of plain data. There is no node for HTML: what users write as HTML stays visible as text. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

const MAX_DEPTH = 8;

/** Read the common part of Markdown: headings, paragraphs, lists, tables, quotes, code, rules, emphasis and links. */
export function parseMarkdown(source: string): readonly Block[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = Math.max(next, at + 1);
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number): readonly [Block | null, number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [null, at + 1];
  if (/^\s*```/.test(line)) {
    const end = lines.findIndex((other, index) => index > at && /^\s*```/.test(other));
    const stop = end < 0 ? lines.length : end;
    return [{ kind: 'code', text: lines.slice(at + 1, stop).join('\n') }, stop + 1];
  }
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading)
    return [{ kind: 'heading', level: heading[1]?.length ?? 1, children: parseInline(heading[2] ?? '') }, at + 1];
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) return [{ kind: 'rule' }, at + 1];
  if (isTable(lines, at)) return readTable(lines, at);
  if (itemOf(line)) return readList(lines, at);
  const stop = endOf(lines, at);
  const text = lines.slice(at, stop);
  if (line.startsWith('>'))
    return [{ kind: 'quote', children: parseInline(text.map((part) => part.replace(/^>\s?/, '')).join('\n')) }, stop];
  return [{ kind: 'paragraph', children: parseInline(text.join('\n')) }, stop];
}

/** A paragraph goes on until something else begins. */
function endOf(lines: readonly string[], at: number): number {
  const end = lines.findIndex(
    (line, index) => index > at && (line.trim() === '' || /^(#{1,6}\s|\s*```)/.test(line) || itemOf(line) !== null),
  );
  return end < 0 ? lines.length : end;
}

function itemOf(line: string): { readonly ordered: boolean; readonly text: string } | null {
  const match = /^\s*(?:([-*+])|\d{1,9}[.)])\s+(.*)$/.exec(line);
  return match ? { ordered: match[1] === undefined, text: match[2] ?? '' } : null;
}

function readList(lines: readonly string[], at: number): readonly [Block, number] {
  const first = itemOf(lines[at] ?? '');
  const items: string[] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const item = itemOf(line);
    if (item) {
      if (item.ordered !== first?.ordered) break;
      items.push(item.text);
    } else if (line.trim() !== '' && /^\s+/.test(line) && items.length > 0)
      items[items.length - 1] += `\n${line.trim()}`;
    else break;
  }
  return [{ kind: 'list', ordered: first?.ordered ?? false, items: items.map((item) => parseInline(item)) }, next];
}

function isTable(lines: readonly string[], at: number): boolean {
  return (
    (lines[at] ?? '').includes('|') &&
    /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[at + 1] ?? '') &&
    (lines[at + 1] ?? '').includes('-')
  );
}

function readTable(lines: readonly string[], at: number): readonly [Block, number] {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => parseInline(cell.trim()));
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? '').includes('|')) next += 1;
  return [{ kind: 'table', head: cells(lines[at] ?? ''), rows: lines.slice(at + 2, next).map(cells) }, next];
}

const marks: readonly { readonly open: RegExp; readonly kind: 'strong' | 'emphasis' | 'strike' }[] = [
  { open: /^(\*\*|__)(?=\S)([\s\S]*?\S)\1/, kind: 'strong' },
  { open: /^(~~)(?=\S)([\s\S]*?\S)\1/, kind: 'strike' },
  { open: /^(\*|_)(?=\S)([\s\S]*?\S)\1/, kind: 'emphasis' },
];

/** Text inside a block. What is no mark is text. */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const found = depth < MAX_DEPTH ? readMark(text.slice(at, at + 4000), text[at - 1] ?? ' ', depth) : null;
    if (found) {
      flush();
      parts.push(found.part);
      at += found.length;
    } else {
      const escaped = text[at] === '\\' && /[\\`*_~[\]()#+\-.!|]/.test(text[at + 1] ?? '');
      plain += escaped ? (text[at + 1] ?? '') : (text[at] ?? '');
      at += escaped ? 2 : 1;
    }
  }
  flush();
  return parts;
}

function readMark(
  text: string,
  before: string,
  depth: number,
): { readonly part: Inline; readonly length: number } | null {
  const first = text[0];
  if (first === '\n') return { part: { kind: 'break' }, length: 1 };
  if (first === '`') {
    const code = /^`([^`]+)`/.exec(text);
    return code ? { part: { kind: 'code', text: code[1] ?? '' }, length: code[0].length } : null;
  }
  if (first === '[') {
    const link = /^\[([^\]\n]+)\]\(\s*([^\s)]+)(?:\s+"[^"]*")?\s*\)/.exec(text);
    const href = link && safeHref(link[2] ?? '');
    return link && href
      ? { part: { kind: 'link', href, children: parseInline(link[1] ?? '', depth + 1) }, length: link[0].length }
      : null;
  }
  if (first === 'h' && !/\w/.test(before)) {
    const bare = /^https?:\/\/[^\s<>()"']+[^\s<>()"'.,;:!?]/.exec(text);
    return bare
      ? { part: { kind: 'link', href: bare[0], children: [{ kind: 'text', text: bare[0] }] }, length: bare[0].length }
      : null;
  }
  // An underscore inside a word is part of a name, not a mark.
  if (first === '_' && /\w/.test(before)) return null;
  if (first !== '*' && first !== '_' && first !== '~') return null;
  for (const { open, kind } of marks) {
    const match = open.exec(text);
    if (match) return { part: { kind, children: parseInline(match[2] ?? '', depth + 1) }, length: match[0].length };
  }
  return null;
}

/** Addresses that a link may have: pages of the web, mail, and places of this product. Everything else stays text. */
export function safeHref(href: string): string | null {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return href;
  if (/^(\/(?![/\\])|#)/.test(href)) return href;
  return null;
}
