/** A part of an error text: words, or an element that the allowlist knows. There is no node for anything else. */
export type ErrorNode =
  | string
  | {
      readonly tag: AllowedTag;
      readonly href: string | null;
      readonly title: string | null;
      readonly children: readonly ErrorNode[];
    };

const allowed = [
  'a',
  'b',
  'blockquote',
  'br',
  'code',
  'div',
  'em',
  'i',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'ul',
] as const;
export type AllowedTag = (typeof allowed)[number];

type Open = {
  readonly tag: AllowedTag;
  readonly href: string | null;
  readonly title: string | null;
  readonly children: ErrorNode[];
};

const tagPattern = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?)\s*\/?>/g;
const known = new Set<string>(allowed);

/**
 * Whether a text counts as HTML: it holds an element that an error may have ([5.0-09]). A name such as `<script>` in a
 * plain message does not make it HTML.
 */
export function isHtml(text: string): boolean {
  return [...text.matchAll(tagPattern)].some(([, , name = '']) => known.has(name.toLowerCase()));
}

/**
 * An error text as a tree of allowed elements and words ([5.0-09]). Elements and attributes beside the allowlist are
 * words like all others: nothing is lost and nothing runs. Text that is not HTML is one part, as it was written.
 */
export function readErrorText(text: string): readonly ErrorNode[] {
  if (!isHtml(text)) return [text];
  const root: ErrorNode[] = [];
  const open: Open[] = [];
  const add = (node: ErrorNode): void => void (open.at(-1)?.children ?? root).push(node);
  const addText = (part: string): void => {
    if (part !== '') add(decode(part));
  };
  const close = (): void => {
    const done = open.pop();
    if (done) add({ ...done });
  };

  let at = 0;
  for (const match of text.matchAll(tagPattern)) {
    const [whole, slash, name = '', attributes = ''] = match;
    const tag = allowed.find((each) => each === name.toLowerCase());
    // A closing tag without its opening one is as good as none.
    if (tag === undefined || (slash === '/' && !open.some((each) => each.tag === tag))) continue;
    addText(text.slice(at, match.index));
    at = match.index + whole.length;
    if (slash === '/') {
      while (open.at(-1)?.tag !== tag) close();
      close();
    } else if (tag === 'br') {
      add({ tag, href: null, title: null, children: [] });
    } else {
      open.push({
        tag,
        href: tag === 'a' ? safeHref(attribute(attributes, 'href')) : null,
        title: attribute(attributes, 'title'),
        children: [],
      });
    }
  }
  addText(text.slice(at));
  while (open.length > 0) close();
  return root;
}

function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? null : decode(value);
}

/** Web addresses, mail, and places of this site; whatever else an address may do does not happen. */
function safeHref(href: string | null): string | null {
  // Browsers skip control characters and spaces in a scheme, so an address with any is none.
  if (href === null || /[\u0000-\u0020]/.test(href)) return null;
  if (/^(?:https?:\/\/|mailto:)/i.test(href)) return href;
  return /^\/(?![/\\])/.test(href) ? href : null;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
};

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
}
