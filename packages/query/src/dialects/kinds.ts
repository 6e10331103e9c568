import type { ColumnKind } from '@tessera/core/table';

/** Read a type name by its first word; `rules` are tried in order and the rest is text. */
export function kindByPattern(rules: readonly (readonly [RegExp, ColumnKind])[]): (type: string | null) => ColumnKind {
  return (type) => {
    if (type === null) return 'string';
    const name = type.trim().toUpperCase();
    return rules.find(([pattern]) => pattern.test(name))?.[1] ?? 'string';
  };
}
