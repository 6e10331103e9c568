/**
 * What the engine's parser makes of a text: trees, something else than SELECT, or nothing; `at` is how many characters
 * it could read.
 */
export type DuckdbTree =
  | { readonly kind: 'select'; readonly statements: readonly unknown[] }
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly at: number | null };

type Serialized = {
  readonly error?: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly unknown[];
};

/** @param serialized  answer of json_serialize_sql: it knows SELECT only, and fails on everything else */
export function treeOf(serialized: string): DuckdbTree {
  const {
    error,
    error_type: type,
    error_message: reason = 'the statement cannot be read',
    position,
    statements = [],
  } = parsed(serialized) as Serialized;
  if (error !== true) return { kind: 'select', statements };
  return type === 'not implemented'
    ? { kind: 'other' }
    : { kind: 'unreadable', reason, at: position === undefined ? null : Number(position) };
}

/** The engine writes numbers beyond all bounds (`1e400`) in words that are no JSON; texts stay as they are. */
function parsed(serialized: string): unknown {
  try {
    return JSON.parse(serialized);
  } catch {
    return JSON.parse(
      serialized.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:Infinity|NaN)/g, (part) =>
        part.startsWith('"') ? part : 'null',
      ),
    );
  }
}
