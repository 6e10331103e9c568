import { namesWritten } from '../compile/written.ts';
import type { Dialect } from '../dialect.ts';
import { exactKey } from '../exact-key.ts';
import type { StructuredQuery } from '../structured-query.ts';

/**
 * Whether what users wrote in `asked` means the same beside the result columns of `wide`: some databases let a text
 * name a result column, and `total > 5` is another condition where another measure is called `total`.
 */
export function namesMeanTheSame(wide: StructuredQuery, asked: StructuredQuery, dialect: Dialect): boolean {
  if (dialect.aliasesServeConditions !== true) return true;
  const [theirs, own] = [meanings(wide), meanings(asked)];
  const others = [...theirs.keys(), ...own.keys()].filter((name) => theirs.get(name) !== own.get(name));
  if (others.length === 0) return true;
  const written = namesWritten(asked, dialect);
  return written !== null && !others.some((name) => written.has(name));
}

/**
 * What the result columns of a query stand for, by name. One that is the source's column of that name is no other
 * thing.
 */
function meanings({ dimensions, measures }: StructuredQuery): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { label, expression } of [...dimensions, ...(measures ?? [])]) {
    const name = label.toLowerCase();
    if (!found.has(name) && !(expression.kind === 'column' && expression.name.toLowerCase() === name))
      found.set(name, exactKey(expression));
  }
  return found;
}
