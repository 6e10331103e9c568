import { stableJson } from './stable-json.ts';

/** Two users' changes of one form in one draft. */
export type MergedDraft<Draft, Field extends keyof Draft> = {
  readonly draft: Draft;
  /** What only the other user changed: it is in the draft now. */
  readonly taken: readonly Field[];
  /** What both changed in different ways: the draft keeps what this user wrote. */
  readonly kept: readonly Field[];
};

/**
 * Three-way merge after a 412: what only one of two users changed is taken from that one, and what both changed stays
 * as this one wrote it. Nothing that this user changed is given up.
 *
 * @param fields Those that the server keeps, in the order in which they are reported; the others stay as they are in
 * `mine`
 * @param base  what both began with
 */
export function mergeDrafts<Draft extends object, Field extends keyof Draft>(
  fields: readonly Field[],
  base: Draft,
  mine: Draft,
  theirs: Draft,
): MergedDraft<Draft, Field> {
  const touched = fields.filter((field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]));
  const taken = touched.filter((field) => isSame(base[field], mine[field]));
  return {
    draft: { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) },
    taken,
    kept: touched.filter((field) => !taken.includes(field)),
  };
}

/** Lists are choices: the same in any order. Settings are the same when they say the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return comparable(one) === comparable(other);
  const [left, right] = [one.map(comparable), other.map(comparable)];
  return left.length === right.length && left.every((item) => right.includes(item));
}

function comparable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? stableJson(value) : value;
}
