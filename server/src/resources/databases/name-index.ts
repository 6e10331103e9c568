import type { PlacedTable, TableInfo } from '../../engines/engine.ts';

/** Names of tables over all schemas, laid out for searching: all of them in one text, in lower case. */
export type NameIndex = {
  readonly size: number;
  readonly schemas: readonly string[];
  readonly names: readonly string[];
  /** Index of the schema, and of the kind, of each table. */
  readonly schemaOf: Uint32Array;
  readonly kindOf: Uint8Array;
  /** `\n` before each name. */
  readonly text: string;
  /** Where each name begins in the text; one more says where the last ends. */
  readonly starts: Uint32Array;
  /** Which letters and digits a name has, a bit each. */
  readonly letters: Uint32Array;
};

const kinds = ['table', 'view', 'materialized_view'] as const satisfies readonly TableInfo['kind'][];

/** Collects names page by page, so that nobody waits for a long list to be laid out. */
export function createNameIndex(): {
  readonly add: (tables: readonly PlacedTable[]) => void;
  readonly build: () => NameIndex;
} {
  const schemas = new Map<string, number>();
  const names: string[] = [];
  const schemaOf: number[] = [];
  const kindOf: number[] = [];
  const letters: number[] = [];
  const starts: number[] = [];
  const chunks: string[] = [];
  let at = 0;
  return {
    add: (tables) => {
      const lines: string[] = [];
      for (const { schema, name, kind } of tables) {
        const known = schemas.get(schema) ?? schemas.size;
        schemas.set(schema, known);
        const line = name.toLowerCase().replaceAll('\n', ' ');
        names.push(name);
        schemaOf.push(known);
        kindOf.push(kinds.indexOf(kind));
        letters.push(lettersOf(line));
        starts.push(at + 1);
        lines.push(`\n${line}`);
        at += line.length + 1;
      }
      chunks.push(lines.join(''));
    },
    build: () => ({
      size: names.length,
      schemas: [...schemas.keys()],
      names,
      schemaOf: Uint32Array.from(schemaOf),
      kindOf: Uint8Array.from(kindOf),
      letters: Uint32Array.from(letters),
      starts: Uint32Array.from([...starts, at + 1]),
      text: flat(`${chunks.join('')}\n`),
    }),
  };
}

/** Searching a text that is still in parts would join them each time. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

function lettersOf(text: string): number {
  let mask = 0;
  for (let index = 0; index < text.length; index += 1) mask |= letterBit(text.charCodeAt(index));
  return mask >>> 0;
}

function letterBit(code: number): number {
  if (code >= 97 && code <= 122) return 1 << (code - 97);
  if (code >= 48 && code <= 57) return 1 << 26;
  return code > 127 ? 1 << 27 : 0;
}

export type NameSearch = {
  readonly text: string;
  /** Of this schema alone. */
  readonly schema: string | null;
  readonly limit: number;
};
export type FoundNames = {
  /** The best first. */
  readonly tables: readonly PlacedTable[];
  /** There are more than the limit. */
  readonly isCut: boolean;
};

/** How well a name fits, the best first: a better kind of match goes before a shorter name. */
const EXACT = 0;
const PREFIX = 1;
const WORD = 2;
const INSIDE = 3;
const TERMS = 4;
const SPREAD = 5;
const TYPO = 6;
const MAX_TEXT = 200;

/**
 * The tables whose names fit a text: the name itself, its beginning, the beginning of a word in it, a part of it,
 * several terms in any order, its letters in order with others between, and the same with one letter too many.
 * `schema.name` looks among the schemas that begin so.
 */
export function searchNames(index: NameIndex, { text, schema, limit }: NameSearch): FoundNames {
  const asked = readText(index, text);
  const schemas = schemasOf(index, asked.schema, schema);
  const best = createBest(limit + 1);
  const offer: Offer = (id, kind, weight) => {
    if (schemas === null || schemas.has(index.schemaOf[id] ?? -1)) best.offer(id, kind, weight);
  };
  const [term = ''] = asked.terms;
  if (term === '') everyName(index, offer);
  else if (asked.terms.length === 1) {
    partsOf(index, term, offer);
    if (best.size() <= limit && term.length > 1) lettersInOrder(index, term, offer, SPREAD);
    if (best.size() === 0 && term.length > 3) withoutOneLetter(index, term, offer);
  } else allTerms(index, asked.terms, offer);
  const found = best.ids();
  return { tables: found.slice(0, limit).map((id) => tableAt(index, id)), isCut: found.length > limit };
}

type Offer = (id: number, kind: number, weight: number) => void;

/** Dots may also stand in names: a schema is meant where one begins so. */
function readText(
  index: NameIndex,
  text: string,
): { readonly schema: string | null; readonly terms: readonly string[] } {
  const wanted = text
    .toLowerCase()
    .trim()
    .slice(0, MAX_TEXT)
    .replaceAll(/["`[\]\n]/g, '');
  const dot = wanted.lastIndexOf('.');
  const before = dot < 0 ? '' : (wanted.slice(0, dot).split('.').at(-1) ?? '');
  const hasSchema = before !== '' && index.schemas.some((name) => name.toLowerCase().startsWith(before));
  const rest = hasSchema ? wanted.slice(dot + 1) : wanted;
  return { schema: hasSchema ? before : null, terms: rest.split(/\s+/).filter((term) => term !== '') };
}

/** `null`: all of them. */
function schemasOf({ schemas }: NameIndex, begin: string | null, only: string | null): ReadonlySet<number> | null {
  if (begin === null && only === null) return null;
  const fits = (name: string): boolean =>
    (only === null || name === only) && (begin === null || name.toLowerCase().startsWith(begin));
  return new Set(schemas.flatMap((name, id) => (fits(name) ? id : [])));
}

function tableAt(index: NameIndex, id: number): PlacedTable {
  return {
    schema: index.schemas[index.schemaOf[id] ?? 0] ?? '',
    name: index.names[id] ?? '',
    kind: kinds[index.kindOf[id] ?? 0] ?? 'table',
  };
}

function everyName({ size }: NameIndex, offer: Offer): void {
  for (let id = 0; id < size; id += 1) offer(id, EXACT, 0);
}

/** Names that hold the term, found in the text of all names. */
function partsOf(index: NameIndex, term: string, offer: Offer): void {
  const { text, starts, size } = index;
  let id = 0;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at)) {
    id = nameAt(starts, size, at, id);
    const [start, end] = [starts[id] ?? 0, (starts[id + 1] ?? 0) - 1];
    offer(id, kindOfMatch(text, term, start, end, at), end - start);
    at = end;
  }
}

/** The name in which a place lies; places come in order. */
function nameAt(starts: Uint32Array, size: number, at: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < size && (starts[low + step] ?? 0) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(size, low + step);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

function kindOfMatch(text: string, term: string, start: number, end: number, first: number): number {
  if (first === start) return end - start === term.length ? EXACT : PREFIX;
  for (let at = first; at >= 0 && at + term.length <= end; at = text.indexOf(term, at + 1))
    if (isWordStart(text, at)) return WORD;
  return INSIDE;
}

function isWordStart(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const isLetter = (code: number) => (code >= 97 && code <= 122) || code > 127;
  const isDigit = (code: number) => code >= 48 && code <= 57;
  if (isLetter(before)) return false;
  return !isDigit(before) || !isDigit(text.charCodeAt(at));
}

/** Names that hold each of the terms. */
function allTerms(index: NameIndex, terms: readonly string[], offer: Offer): void {
  const longest = terms.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const rest = terms.filter((term) => term !== longest);
  partsOf(index, longest, (id, _kind, weight) => {
    const name = nameText(index, id);
    if (rest.every((term) => name.includes(term))) offer(id, TERMS, weight);
  });
}

function nameText({ text, starts }: NameIndex, id: number): string {
  return text.slice(starts[id] ?? 0, (starts[id + 1] ?? 1) - 1);
}

/** Names that have the letters of the term in this order; those where they stand close together first. */
function lettersInOrder(index: NameIndex, term: string, offer: Offer, kind: number): void {
  const needed = lettersOf(term);
  const { letters, starts, text, size } = index;
  for (let id = 0; id < size; id += 1) {
    if ((needed & ~(letters[id] ?? 0)) !== 0) continue;
    const spread = spreadOf(text, term, starts[id] ?? 0, (starts[id + 1] ?? 1) - 1);
    if (spread > 0) offer(id, kind, spread);
  }
}

/** Over how many letters the term spreads in a part of the text, from where it can begin; 0 where it does not. */
function spreadOf(text: string, term: string, start: number, end: number): number {
  let at = start;
  let first = -1;
  for (let index = 0; index < term.length; index += 1) {
    const code = term.charCodeAt(index);
    while (at < end && text.charCodeAt(at) !== code) at += 1;
    if (at === end) return 0;
    if (first < 0) first = at;
    at += 1;
  }
  return at - first;
}

/** One letter of the term is wrong or too many. */
function withoutOneLetter(index: NameIndex, term: string, offer: Offer): void {
  const variants = new Set(Array.from({ length: Math.min(term.length, 30) }, (_, at) => without(term, at)));
  for (const variant of variants) {
    // Letters of a word with a slip stand close together.
    const most = variant.length + 3;
    lettersInOrder(index, variant, (id, kind, spread) => spread <= most && offer(id, kind, spread), TYPO);
  }
}

function without(text: string, at: number): string {
  return text.slice(0, at) + text.slice(at + 1);
}

/** The best of many: by kind of match, then by weight, then in the order of the index. */
function createBest(count: number) {
  const keys: number[] = [];
  const seen = new Set<number>();
  const idOf = (key: number): number => key % ID_SPAN;
  return {
    size: () => keys.length,
    ids: () => keys.map(idOf),
    offer: (id: number, kind: number, weight: number): void => {
      const key = (kind * WEIGHT_SPAN + Math.min(weight, WEIGHT_SPAN - 1)) * ID_SPAN + id;
      const worst = keys.length === count ? (keys[count - 1] ?? 0) : Infinity;
      // Better kinds of match come first, so that a name that is there already is there at its best.
      if (key >= worst || seen.has(id)) return;
      let at = keys.length;
      while (at > 0 && (keys[at - 1] ?? 0) > key) at -= 1;
      keys.splice(at, 0, key);
      seen.add(id);
      if (keys.length > count) seen.delete(idOf(keys.pop() ?? 0));
    },
  };
}

const ID_SPAN = 2 ** 24;
const WEIGHT_SPAN = 1024;
