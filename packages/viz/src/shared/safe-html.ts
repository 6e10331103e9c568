/**
 * Markup in values, read into a tree of what is allowed. Nothing of it reaches a page as text of markup: whoever shows
 * the tree makes elements of its nodes, so that a mistake in the reading is a wrong picture and no more.
 */
export type HtmlNode =
  | string
  | {
      readonly tag: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: readonly HtmlNode[];
    };

const VOID_TAGS = new Set(['br', 'hr', 'img']);
const TAGS = new Set(
  (
    'a abbr b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp ' +
    'small span strong sub sup table tbody td tfoot th thead tr u ul var'
  ).split(' '),
);
/** What stands between these is no text for readers. */
const SILENT_TAGS = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title']);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  abbr: ['title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};
const LINKS = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;
const PICTURES = /^(?:https?:\/\/|\/(?!\/)|data:image\/(?:png|jpeg|gif|webp);base64,)/i;
const MOST_DEPTH = 20;
const LONGEST = 100_000;

/**
 * The allowed markup of a value; null for a text without any, as `a < b` and `<unknown>`, and for markup of which
 * nothing is left to see: it is shown as it is written then, since a value without a name could be any.
 */
export function htmlOfValue(text: string): readonly HtmlNode[] | null {
  if (!text.includes('<') || text.length > LONGEST) return null;
  if (![...text.matchAll(TAG)].some(([, , name = '']) => TAGS.has(name.toLowerCase()))) return null;
  const nodes = readHtml(text);
  return nodes.some(isSeen) ? nodes : null;
}

function isSeen(node: HtmlNode): boolean {
  if (typeof node === 'string') return node.trim() !== '';
  return node.tag === 'img' || node.tag === 'hr' || node.children.some(isSeen);
}

/** The allowed part of a text with markup. Classes are only for trees whose styles are their own. */
export function readHtml(text: string, { hasClasses = false } = {}): readonly HtmlNode[] {
  const root: Open = { tag: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index < at) continue;
    append(open, decoded(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, slash, name = '', rest = ''] = match;
    const tag = name.toLowerCase();
    if (SILENT_TAGS.has(tag)) {
      if (slash !== '/') at = endOf(text, tag, at);
    } else if (slash === '/') close(open, tag);
    else if (TAGS.has(tag)) begin(open, tag, rest, hasClasses);
  }
  append(open, decoded(text.slice(at)));
  return root.children;
}

/** An address that a link may lead to; null for any other. */
export function safeLink(address: string): string | null {
  const trimmed = address.trim();
  return LINKS.test(trimmed) ? trimmed : null;
}

/** What a tree reads as: one line of text. */
export function htmlText(nodes: readonly HtmlNode[]): string {
  const write = (node: HtmlNode): string => {
    if (typeof node === 'string') return node;
    if (node.tag === 'img') return node.attributes['alt'] ?? '';
    const text = node.children.map(write).join('');
    return INLINE.has(node.tag) ? text : ` ${text} `;
  };
  return nodes.map(write).join('').replace(/\s+/g, ' ').trim();
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const INLINE = new Set('a abbr b code del em i ins kbd mark q s samp small span strong sub sup u var'.split(' '));

type Open = { readonly tag: string; readonly attributes: Record<string, string>; readonly children: HtmlNode[] };

function append(open: readonly Open[], text: string): void {
  if (text !== '') open.at(-1)?.children.push(text);
}

function begin(open: Open[], tag: string, rest: string, hasClasses: boolean): void {
  const element: Open = { tag, attributes: attributesOf(tag, rest, hasClasses), children: [] };
  if (tag === 'img' && element.attributes['src'] === undefined) return;
  open.at(-1)?.children.push(element);
  if (!VOID_TAGS.has(tag) && open.length < MOST_DEPTH) open.push(element);
}

/** An end closes the innermost element of its name, and what was left open in it. */
function close(open: Open[], tag: string): void {
  const at = open.findLastIndex((one) => one.tag === tag);
  if (at > 0) open.splice(at);
}

function endOf(text: string, tag: string, from: number): number {
  const end = text.toLowerCase().indexOf(`</${tag}`, from);
  if (end < 0) return text.length;
  const after = text.indexOf('>', end);
  return after < 0 ? text.length : after + 1;
}

function attributesOf(tag: string, text: string, hasClasses: boolean): Record<string, string> {
  const found = [...text.matchAll(/([a-z][a-z0-9-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
  const allowed = ATTRIBUTES[tag] ?? [];
  return Object.fromEntries(
    found.flatMap(([, name = '', double, single, bare]) => {
      const key = name.toLowerCase();
      const value = decoded(double ?? single ?? bare ?? '').trim();
      if (key === 'class' && hasClasses) return [['className', value]];
      return allowed.includes(key) && isAllowed(key, value) ? [[key, value]] : [];
    }),
  );
}

function isAllowed(key: string, value: string): boolean {
  if (key === 'href') return LINKS.test(value);
  if (key === 'src') return PICTURES.test(value);
  return key === 'title' || key === 'alt' || /^\d{1,4}$/.test(value);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
