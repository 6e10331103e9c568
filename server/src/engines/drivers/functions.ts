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
