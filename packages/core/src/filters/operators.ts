/** Operators as chart queries send them ([3.5-02], ruling 4). */
export const OPERATORS = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'ILIKE',
  'NOT ILIKE',
  'LIKE',
  'NOT LIKE',
  'REGEX',
  'TEMPORAL_RANGE',
  'IN',
  'NOT IN',
  'IS NULL',
  'IS NOT NULL',
  'IS TRUE',
  'IS FALSE',
  'LATEST PARTITION',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Operators as newer saved filters name them ([3.5-03]). */
export const namedOperators = {
  EQUALS: '==',
  NOT_EQUALS: '!=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
  IN: 'IN',
  NOT_IN: 'NOT IN',
  LIKE: 'LIKE',
  ILIKE: 'ILIKE',
  IS_NOT_NULL: 'IS NOT NULL',
  IS_NULL: 'IS NULL',
  LATEST_PARTITION: 'LATEST PARTITION',
  IS_TRUE: 'IS TRUE',
  IS_FALSE: 'IS FALSE',
  TEMPORAL_RANGE: 'TEMPORAL_RANGE',
} as const satisfies Readonly<Record<string, Operator>>;
export type NamedOperator = keyof typeof namedOperators;

const UNARY: ReadonlySet<string> = new Set<Operator>([
  'IS NULL',
  'IS NOT NULL',
  'IS TRUE',
  'IS FALSE',
  'LATEST PARTITION',
]);
const LISTS: ReadonlySet<string> = new Set<Operator>(['IN', 'NOT IN']);
const known: ReadonlyMap<string, Operator> = new Map(OPERATORS.map((operator) => [operator, operator]));
const spellings: ReadonlyMap<string, Operator> = new Map([
  ['=', '=='],
  ['<>', '!='],
  ['≠', '!='],
  ['≥', '>='],
  ['≤', '<='],
]);
const names: ReadonlyMap<string, Operator> = new Map(Object.entries(namedOperators));

/** The operator behind a stored spelling or name, in any case; `null` if there is none. */
export function readOperator(text: string): Operator | null {
  const upper = text.trim().toUpperCase();
  return known.get(upper) ?? names.get(upper) ?? spellings.get(upper) ?? known.get(upper.replaceAll('_', ' ')) ?? null;
}

/** The name under which a filter with this operator is saved; `null` for those that have none (REGEX, NOT LIKE …). */
export function nameOfOperator(operator: string): NamedOperator | null {
  for (const [name, symbol] of Object.entries(namedOperators)) if (symbol === operator) return name as NamedOperator;
  return null;
}

/** IS NULL and the like compare with nothing. */
export function isUnary(operator: string): boolean {
  return UNARY.has(operator);
}

/** IN and NOT IN compare with a list. */
export function takesList(operator: string): boolean {
  return LISTS.has(operator);
}
