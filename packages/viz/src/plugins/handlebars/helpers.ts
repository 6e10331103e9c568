import { own, type Run, textOf, type Value } from './values.ts';

export type Helper = (params: readonly Value[], hash: Readonly<Record<string, Value>>, run: Run) => Value;

const number = (value: Value): number => (typeof value === 'number' ? value : Number(textOf(value)));
const list = (value: Value): readonly Value[] => (Array.isArray(value) ? value : []);
const pair =
  (of: (a: number, b: number) => Value): Helper =>
  ([a, b]) =>
    of(number(a), number(b));
const one =
  (of: (value: number) => number): Helper =>
  ([value]) =>
    of(number(value));
const text =
  (of: (value: string) => string): Helper =>
  ([value]) =>
    of(textOf(value));

/** Tokens of older templates in those of the product's formats. */
const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  YY: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  DD: '%d',
  HH: '%H',
  mm: '%M',
  ss: '%S',
};

const dateFormat: Helper = ([value], hash, { formatTime }) => {
  const at = typeof value === 'number' ? value : Date.parse(textOf(value));
  if (!Number.isFinite(at)) return '';
  const format = textOf(hash['format']) || 'YYYY-MM-DD';
  return formatTime(
    format.includes('%')
      ? format
      : format.replace(/YYYY|YY|MMMM|MMM|MM|DD|HH|mm|ss/g, (token) => TOKENS[token] ?? token),
    at,
  );
};

/** All that a template can call. */
const helpers: Readonly<Record<string, Helper>> = {
  dateFormat,
  formatNumber: ([value, format], hash, run) =>
    value === null || value === undefined
      ? ''
      : run.formatNumber(textOf(format) || textOf(hash['format']) || ',.2~f', number(value)),
  stringify: ([value]) =>
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)) ?? '',
  parseJson: ([value]) => {
    try {
      return JSON.parse(textOf(value)) as Value;
    } catch {
      return undefined;
    }
  },
  lookup: ([value, key]) => own(value, textOf(key)),
  eq: ([a, b]) => a === b || textOf(a) === textOf(b),
  neq: ([a, b]) => a !== b && textOf(a) !== textOf(b),
  lt: pair((a, b) => a < b),
  lte: pair((a, b) => a <= b),
  gt: pair((a, b) => a > b),
  gte: pair((a, b) => a >= b),
  and: (params) => params.every(isTruthy),
  or: (params) => params.some(isTruthy),
  not: ([value]) => !isTruthy(value),
  sum: (params) =>
    params
      .flatMap((item) => (Array.isArray(item) ? (item as readonly Value[]) : [item]))
      .reduce<number>((total, item) => total + number(item), 0),
  difference: pair((a, b) => a - b),
  multiplication: pair((a, b) => a * b),
  division: pair((a, b) => (b === 0 ? '' : a / b)),
  remainder: pair((a, b) => (b === 0 ? '' : a % b)),
  ceil: one(Math.ceil),
  floor: one(Math.floor),
  abs: one(Math.abs),
  round: one(Math.round),
  uppercase: text((value) => value.toUpperCase()),
  lowercase: text((value) => value.toLowerCase()),
  capitalizeFirst: text((value) => value.charAt(0).toUpperCase() + value.slice(1)),
  concat: (params) => params.map(textOf).join(''),
  join: ([items, by]) =>
    list(items)
      .map(textOf)
      .join(by === undefined ? ', ' : textOf(by)),
  excerpt: ([value, length]) => {
    const whole = textOf(value);
    const most = number(length) || 50;
    return whole.length > most ? `${whole.slice(0, most)}…` : whole;
  },
  first: ([items]) => list(items)[0],
  last: ([items]) => list(items).at(-1),
  count: ([items]) => list(items).length,
  includes: ([items, item]) => list(items).some((each) => textOf(each) === textOf(item)),
  coalesce: (params) => params.find((value) => value !== null && value !== undefined && value !== ''),
};

export function helperNamed(name: string): Helper | undefined {
  return Object.hasOwn(helpers, name) ? helpers[name] : undefined;
}

/** Empty lists say no, as templates are used to. */
export function isTruthy(value: Value): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
