import { ALL } from '../../pivot/keys.ts';
import type { Axis } from './axis.ts';

/**
 * The name of the group that a header of rows opens, where the group has a subtotal to close it to; null for others.
 */
export function groupOf(rows: Axis, line: number, level: number): string | null {
  const one = rows.lines[line];
  const { kind, at } = rows.levels[level] ?? { kind: 'name', at: -1 };
  if (!one || kind !== 'dimension' || at >= one.key.length - 1 || one.key.includes(ALL)) return null;
  return nameOf(one.key.slice(0, at + 1), one.metric?.name);
}

/** The group that a subtotal sums up; null for any other line. */
export function groupOfSubtotal(rows: Axis, line: number): string | null {
  const one = rows.lines[line];
  const closed = one?.key.indexOf(ALL) ?? -1;
  return one && closed > 0 ? nameOf(one.key.slice(0, closed), one.metric?.name) : null;
}

/** The lines that stay when groups are closed: of each closed group its subtotal. */
export function openLines(rows: Axis, closed: ReadonlySet<string>): readonly number[] {
  const all = rows.lines.map((_, line) => line);
  if (closed.size === 0) return all;
  return all.filter((line) => {
    const one = rows.lines[line];
    if (!one) return false;
    const own = one.key.indexOf(ALL);
    // A subtotal hides with the groups around its own.
    const depth = own < 0 ? one.key.length - 1 : own - 1;
    for (let length = 1; length <= depth; length += 1)
      if (closed.has(nameOf(one.key.slice(0, length), one.metric?.name))) return false;
    return true;
  });
}

/** The groups that have subtotals. */
export function closableGroups(rows: Axis): ReadonlySet<string> {
  return new Set(rows.lines.flatMap((_, line) => groupOfSubtotal(rows, line) ?? []));
}

function nameOf(parts: readonly (string | symbol)[], metric: string | undefined): string {
  return JSON.stringify([parts.map(String), metric ?? null]);
}
