import type { FunctionInfo } from '../engine.ts';
import { textOrNull, textsOf, type Row } from './own-query.ts';

/** The most signatures that are shown of one name. */
const MAX_SIGNATURES = 12;

/**
 * Functions from rows with a signature each: `name`, `kind`, `description`, `returns`, and as JSON lists `args` and
 * `types`; `variadic` is true where the last argument may be given again.
 */
export function functionsFrom(rows: readonly Row[]): readonly FunctionInfo[] {
  const found = new Map<string, { info: FunctionInfo; signatures: FunctionInfo['signatures'][number][] }>();
  for (const row of rows) {
    const name = String(row['name']);
    const one = found.get(name) ?? {
      info: { name, kind: kindOf(row['kind']), description: textOrNull(row['description']), signatures: [] },
      signatures: [],
    };
    found.set(name, one);
    if (one.signatures.length < MAX_SIGNATURES) one.signatures.push(signatureOf(row));
  }
  return [...found.values()].map(({ info, signatures }) => ({ ...info, signatures }));
}

function signatureOf(row: Row): FunctionInfo['signatures'][number] {
  const names = textsOf(row['args']);
  const types = textsOf(row['types']);
  const count = Math.max(names.length, types.length);
  const isVariadic = row['variadic'] === true || row['variadic'] === 1;
  return {
    args: Array.from({ length: count }, (_, at) => ({
      name: names[at] || `arg${at + 1}`,
      type: types[at] || null,
      ...(isVariadic && at === count - 1 && { isVariadic: true as const }),
    })),
    returns: textOrNull(row['returns']),
  };
}

function kindOf(kind: unknown): FunctionInfo['kind'] {
  const text = String(kind);
  if (/aggregate|^a$/.test(text)) return 'aggregate';
  if (/window|^w$/.test(text)) return 'window';
  return /table/.test(text) ? 'table' : 'scalar';
}

const aggregates = new Set(
  (
    'avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop ' +
    'stddev_samp sum total variance var_pop var_samp'
  ).split(' '),
);
const windows = new Set(
  'cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number'.split(' '),
);

/** A function of which the catalogue tells the name, and perhaps how many arguments it takes; -1 is any number. */
export type NamedFunction = { readonly name: string; readonly counts?: readonly number[] };

/** Functions by their names; which of them aggregate is the same in every database. */
export function functionsNamed(named: readonly NamedFunction[]): readonly FunctionInfo[] {
  return named.map(({ name, counts = [] }) => ({
    name,
    kind: aggregates.has(name) ? 'aggregate' : windows.has(name) ? 'window' : 'scalar',
    description: null,
    signatures: counts.slice(0, MAX_SIGNATURES).map((count) => ({ args: argumentsOf(count), returns: null })),
  }));
}

function argumentsOf(count: number): FunctionInfo['signatures'][number]['args'] {
  if (count < 0) return [{ name: 'arg1', type: null, isVariadic: true }];
  return Array.from({ length: count }, (_, at) => ({ name: `arg${at + 1}`, type: null }));
}
