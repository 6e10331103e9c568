import { own, type Program, type Run, type Scope, spend, textOf, type Value } from './values.ts';
import { isTruthy } from './helpers.ts';

type Parts = { readonly program: Program; readonly inverse: Program | null };
type Block = (
  params: readonly Value[],
  hash: Readonly<Record<string, Value>>,
  parts: Parts,
  scope: Scope,
  run: Run,
  write: WriteProgram,
) => string;
type WriteProgram = (program: Program | null | undefined, scope: Scope, run: Run) => string;

const choose =
  (isOn: (value: Value) => boolean): Block =>
  ([value], _, { program, inverse }, scope, run, write) =>
    write(isOn(value) ? program : inverse, scope, run);

/** Helpers that hold a part of the template. */
const blocks: Readonly<Record<string, Block>> = {
  if: choose(isTruthy),
  unless: choose((value) => !isTruthy(value)),
  with: ([value], _, { program, inverse }, scope, run, write) =>
    isTruthy(value) ? write(program, inner(value, scope, {}, program, [value]), run) : write(inverse, scope, run),
  each: ([list], _, { program, inverse }, scope, run, write) => {
    const entries = entriesOf(list);
    if (entries.length === 0) return write(inverse, scope, run);
    return entries
      .map(([key, value], index) => {
        spend(run, 1);
        const data = { key, index, first: index === 0, last: index === entries.length - 1 };
        return write(program, inner(value, scope, data, program, [value, key]), run);
      })
      .join('');
  },
  /** `{{#group data by="state"}}`: once per value, with `value` and `items`. */
  group: ([list], { by }, { program, inverse }, scope, run, write) => {
    const groups = new Map<string, Value[]>();
    for (const [, item] of entriesOf(list)) {
      const key = textOf(own(item, textOf(by)));
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    if (groups.size === 0) return write(inverse, scope, run);
    return [...groups]
      .map(([value, items]) => write(program, inner({ value, items }, scope, {}, program, []), run))
      .join('');
  },
};

export function isBlockHelper(name: string): boolean {
  return Object.hasOwn(blocks, name);
}

export function runBlock(
  name: string,
  params: readonly Value[],
  hash: Readonly<Record<string, Value>>,
  parts: Parts,
  scope: Scope,
  run: Run,
  write: WriteProgram,
): string {
  return blocks[name]?.(params, hash, parts, scope, run, write) ?? '';
}

function inner(
  value: Value,
  scope: Scope,
  data: Readonly<Record<string, Value>>,
  program: Program,
  given: readonly Value[],
): Scope {
  const named = Object.fromEntries((program.blockParams ?? []).map((name, at) => [name, given[at]]));
  return { value, parent: scope, data: { ...scope.data, ...data }, named: { ...scope.named, ...named } };
}

function entriesOf(value: Value): readonly (readonly [string | number, Value])[] {
  if (Array.isArray(value)) return value.map((item: Value, index) => [index, item] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
