/** What rison text can hold. Objects have no prototype, so a key called `__proto__` is a key like any other. */
export type RisonValue =
  | null
  | boolean
  | number
  | string
  | readonly RisonValue[]
  | { readonly [key: string]: RisonValue };

/** What can be printed: keys whose value is `undefined` are left out. */
export type RisonInput =
  | null
  | undefined
  | boolean
  | number
  | string
  | readonly RisonInput[]
  | { readonly [key: string]: RisonInput };

export type RisonParse =
  | { readonly ok: true; readonly value: RisonValue }
  | { readonly ok: false; readonly reason: string };

export type RisonLimits = {
  /** Characters. */
  readonly maxLength: number;
  /** Lists and objects inside each other. */
  readonly maxDepth: number;
};

export const RISON_LIMITS: RisonLimits = { maxLength: 262_144, maxDepth: 64 };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const ID = /[^-\d\s'!:(),*@$][^\s'!:(),*@$]*/y;
const WHOLE_ID = /^[^-\d\s'!:(),*@$][^\s'!:(),*@$]*$/;

/**
 * Parse rison: `(key:value)`, `!(a,b)`, `'text with !' and !!'`, `!t`, `!f`, `!n`, numbers and bare words.
 *
 * Strict: nothing may follow the value, no blanks between tokens, numbers as in JSON. Never throws: the text comes
 * from an address. The reason names the place, counted from 1.
 */
export function parseRison(text: string, limits: RisonLimits = RISON_LIMITS): RisonParse {
  return guarded(text, limits, () => {
    const reader = new Reader(text, limits.maxDepth);
    const value = reader.value(0);
    if (reader.at < text.length) reader.fail(`unexpected "${reader.here()}" after the value`);
    return value;
  });
}

/** As `parseRison`; text that begins with `[`, `{` or `"` is read as JSON, which some clients send (`q=[3]`). */
export function parseRisonOrJson(text: string, limits: RisonLimits = RISON_LIMITS): RisonParse {
  if (!/^\s*[[{"]/.test(text)) return parseRison(text, limits);
  return guarded(text, limits, () => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      throw new RisonError('it begins like JSON but is not valid JSON');
    }
    return fromJson(parsed, limits.maxDepth, 0);
  });
}

/**
 * Print a value as rison with sorted keys, so that equal values give equal addresses.
 * @throws RangeError on NaN and
 * infinities
 */
export function toRison(value: RisonInput): string {
  if (value === null || value === undefined) return '!n';
  if (value === true) return '!t';
  if (value === false) return '!f';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`rison cannot hold ${value}`);
    return String(value).replace('e+', 'e');
  }
  if (typeof value === 'string') return printText(value);
  if (isList(value)) return `!(${value.map(toRison).join(',')})`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `(${entries.map(([key, item]) => `${printText(key)}:${toRison(item)}`).join(',')})`;
}

function isList(value: RisonInput): value is readonly RisonInput[] {
  return Array.isArray(value);
}

function printText(text: string): string {
  return WHOLE_ID.test(text) ? text : `'${text.replace(/[!']/g, '!$&')}'`;
}

class RisonError extends Error {}

function guarded(text: string, limits: RisonLimits, parse: () => RisonValue): RisonParse {
  if (text.length > limits.maxLength)
    return { ok: false, reason: `it has ${text.length} characters; at most ${limits.maxLength} are read` };
  try {
    return { ok: true, value: parse() };
  } catch (error) {
    if (error instanceof RisonError) return { ok: false, reason: error.message };
    throw error;
  }
}

class Reader {
  readonly text: string;
  readonly maxDepth: number;
  at = 0;

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  here(): string {
    return this.text.charAt(this.at);
  }

  fail(what: string): never {
    throw new RisonError(`${what} at position ${this.at + 1}`);
  }

  value(depth: number): RisonValue {
    const char = this.here();
    if (char === '') this.fail('a value is missing');
    if (char === '!') return this.bang(depth);
    if (char === '(') return this.object(depth + 1);
    if (char === "'") return this.quoted();
    if (char === '-' || (char >= '0' && char <= '9')) return this.number();
    return this.match(ID) ?? this.fail(`unexpected "${char}"`);
  }

  private bang(depth: number): RisonValue {
    const kind = this.text.charAt(this.at + 1);
    if (kind === '(') {
      this.at += 1;
      return this.list(depth + 1);
    }
    if (kind !== 't' && kind !== 'f' && kind !== 'n') this.fail(`unknown literal "!${kind}"`);
    this.at += 2;
    return kind === 'n' ? null : kind === 't';
  }

  private list(depth: number): RisonValue {
    const items: RisonValue[] = [];
    this.items(depth, () => items.push(this.value(depth)));
    return items;
  }

  private object(depth: number): RisonValue {
    const entries: Record<string, RisonValue> = Object.create(null);
    this.items(depth, () => {
      const key = this.value(depth);
      if (typeof key !== 'string' && typeof key !== 'number') this.fail('a key must be text');
      if (this.here() !== ':') this.fail(`":" is missing after the key "${key}"`);
      if (String(key) in entries) this.fail(`the key "${key}" stands twice`);
      this.at += 1;
      entries[key] = this.value(depth);
    });
    return entries;
  }

  /** Items between an opening bracket, where the reader stands, and the closing one. */
  private items(depth: number, readItem: () => unknown): void {
    if (depth > this.maxDepth) this.fail(`more than ${this.maxDepth} levels`);
    this.at += 1;
    if (this.here() === ')') {
      this.at += 1;
      return;
    }
    for (;;) {
      readItem();
      const end = this.here();
      if (end !== ',' && end !== ')') this.fail(end === '' ? '")" is missing' : `unexpected "${end}"`);
      this.at += 1;
      if (end === ')') return;
    }
  }

  private quoted(): string {
    const start = this.at;
    let text = '';
    this.at += 1;
    for (;;) {
      const char = this.here();
      if (char === '') {
        this.at = start;
        this.fail('the quote is not closed');
      }
      this.at += 1;
      if (char === "'") return text;
      if (char !== '!') {
        text += char;
        continue;
      }
      const escaped = this.here();
      if (escaped !== '!' && escaped !== "'") this.fail(`unknown escape "!${escaped}"`);
      text += escaped;
      this.at += 1;
    }
  }

  private number(): number {
    const start = this.at;
    const matched = this.match(NUMBER);
    const value = Number(matched);
    // A word that begins with a digit must be quoted; 2024-01-01 read as 2024 would lose its text unnoticed.
    if (matched === null || !/^(?:[,:)]|$)/.test(this.here())) {
      this.at = start;
      this.fail('invalid number (quote text that begins with a digit or "-")');
    }
    if (!Number.isFinite(value)) this.fail(`the number ${matched} is out of range`);
    return value;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const matched = pattern.exec(this.text)?.[0] ?? null;
    this.at += matched?.length ?? 0;
    return matched;
  }
}

/** JSON values with prototype-free objects, the depth limit and without infinities (1e999 is one in JSON). */
function fromJson(value: unknown, maxDepth: number, depth: number): RisonValue {
  if (depth > maxDepth) throw new RisonError(`more than ${maxDepth} levels`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RisonError('a number is out of range');
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => fromJson(item, maxDepth, depth + 1));
  const entries: Record<string, RisonValue> = Object.create(null);
  for (const [key, item] of Object.entries(value ?? {})) entries[key] = fromJson(item, maxDepth, depth + 1);
  return entries;
}
