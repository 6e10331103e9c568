import { clone, generate, List, parse, walk, type Atrule, type CssNode, type Declaration, type Rule } from 'css-tree';

/** At-rules that only group or animate; every other one fetches, or reaches what it does not stand in. */
const GROUPS = new Set(['media', 'supports', 'container', 'layer']);
const ANIMATIONS = /^(-webkit-)?keyframes$/;
/** Functions that fetch, or run code in old browsers. */
const FETCHING = new Set([
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  'element',
  'expression',
]);
const RUNNING = new Set(['behavior', '-moz-binding']);
/** Where an element may stand: never fixed to the window. */
const PLACED = new Set(['static', 'relative', 'absolute']);
/** A card may stand over its neighbours, and nothing over the page. */
const HIGHEST = 10;
/** Longer text is not read. */
const MOST = 200_000;

export type ScopedCss = { readonly text: string; readonly dropped: readonly string[] };

/**
 * Style of a dashboard that acts within `scope` alone and fetches nothing: rules stay as they are, below the scope;
 * what reaches outside is dropped and named.
 *
 * @param scope  a selector of the element that the dashboard stands in
 */
export function scopedCss(text: string, scope: string): ScopedCss {
  const dropped: string[] = [];
  const sheet = parse(text.slice(0, MOST), { parseCustomProperty: true, onParseError: () => undefined });
  if (sheet.type !== 'StyleSheet') return { text: '', dropped };
  const rules = scopedRules(sheet.children, scope, (what) => dropped.push(what));
  return { text: generate({ ...sheet, children: rules }), dropped: [...new Set(dropped)] };
}

type Drop = (what: string) => void;

function scopedRules(rules: List<CssNode>, scope: string, drop: Drop): List<CssNode> {
  const scoped = new List<CssNode>();
  rules.forEach((node) => {
    const rule =
      node.type === 'Rule'
        ? scopedRule(node, scope, drop)
        : node.type === 'Atrule'
          ? scopedAtrule(node, scope, drop)
          : null;
    if (rule !== null) scoped.appendData(rule);
  });
  return scoped;
}

function scopedAtrule(node: Atrule, scope: string, drop: Drop): CssNode | null {
  const name = node.name.toLowerCase();
  const { block } = node;
  if (block === null || (!GROUPS.has(name) && !ANIMATIONS.test(name))) {
    drop(`@${name}`);
    return null;
  }
  if (GROUPS.has(name)) return { ...node, block: { ...block, children: scopedRules(block.children, scope, drop) } };
  const frames = new List<CssNode>();
  block.children.forEach((frame) => {
    if (frame.type === 'Rule') frames.appendData(withHarmless(frame, drop));
  });
  return { ...node, block: { ...block, children: frames } };
}

function scopedRule(node: Rule, scope: string, drop: Drop): Rule | null {
  if (node.prelude.type !== 'SelectorList') {
    drop(generate(node.prelude));
    return null;
  }
  const selectors = node.prelude.children.toArray().flatMap((selector) => {
    const scoped = scopedSelector(generate(selector), scope);
    if (scoped === null) drop(generate(selector));
    return scoped ?? [];
  });
  if (selectors.length === 0) return null;
  const prelude = parse(selectors.join(','), { context: 'selectorList' });
  return prelude.type === 'SelectorList' ? { ...withHarmless(node, drop), prelude } : null;
}

/** The page itself stands for the dashboard; what stands beside it is out of reach. */
function scopedSelector(selector: string, scope: string): string | null {
  if (selector.includes('&') || /^[>+~|]/.test(selector)) return null;
  const root = /^(?::root|html|body)(?![\w-])/i.exec(selector);
  if (root === null) return `${scope} ${selector}`;
  const rest = selector.slice(root[0].length);
  const inner = scopedInner(rest.trimStart());
  return /^\s*[+~]/.test(rest) || inner === null ? null : `${scope}${inner}`;
}

/** `html body .card` and `body > .card`: the second root is the same dashboard. */
function scopedInner(rest: string): string | null {
  const second = /^>?\s*(?:body)(?![\w-])/i.exec(rest);
  const tail = second === null ? rest : rest.slice(second[0].length).trimStart();
  if (/^[+~]/.test(tail)) return null;
  if (tail === '') return '';
  return ` ${tail}`;
}

function withHarmless(node: Rule, drop: Drop): Rule {
  const children = new List<CssNode>();
  node.block.children.forEach((item) => {
    // Nested rules reach wherever their parents do not: they are left out.
    if (item.type !== 'Declaration') return item.type === 'Raw' ? undefined : drop(generate(item).slice(0, 80));
    if (isHarmless(item)) children.appendData(clone(item));
    else drop(`${item.property}: ${generate(item.value).slice(0, 80)}`);
  });
  return { ...node, block: { ...node.block, children } };
}

function isHarmless({ property, value }: Declaration): boolean {
  const name = unescaped(property.toLowerCase());
  if (RUNNING.has(name)) return false;
  const text = unescaped(generate(value).toLowerCase())
    .replace(/!\s*important$/, '')
    .trim();
  // Variables and calculations may come to anything: only what is written out is read.
  if (name === 'position') return PLACED.has(text);
  if (name === 'z-index') return text === 'auto' || (text !== '' && Number(text) <= HIGHEST);
  return !fetches(value);
}

function fetches(value: Declaration['value']): boolean {
  const isCall = (text: string) => [...FETCHING].some((name) => unescaped(text.toLowerCase()).includes(`${name}(`));
  let found = false;
  walk(value, (part) => {
    if (part.type === 'Url') found = true;
    // What could not be parsed is read as text.
    if (part.type === 'Raw' && isCall(part.value)) found = true;
    if (part.type === 'Function' && FETCHING.has(unescaped(part.name.toLowerCase()))) found = true;
  });
  return found;
}

/** Letters may be written as escapes: `u\72l(`. */
function unescaped(text: string): string {
  return text
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => {
      const point = Number.parseInt(code, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    })
    .replaceAll('\\', '');
}
