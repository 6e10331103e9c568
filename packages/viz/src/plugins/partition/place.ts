import type { ChartContext } from '../../define.ts';
import type { Box } from '../../marks.ts';
import type { PartitionForm } from './controls.ts';
import { levelNames, type Part } from './tree.ts';

const HEAD = 22;
const GAP = 1;

/** A part with its place and the parts that it belongs to. */
export type PlacedPart = { readonly part: Part; readonly path: readonly Part[]; readonly box: Box };

/** The place of every part that is high enough to be seen. */
export function placeParts(roots: readonly Part[], form: PartitionForm, context: ChartContext): readonly PlacedPart[] {
  const columns = columnPlaces(form, context);
  const placed: PlacedPart[] = [];
  const place = (parts: readonly Part[], path: readonly Part[], top: number, height: number) => {
    const column = columns[path.length];
    if (!column) return;
    let y = top;
    for (const part of parts) {
      const own = part.share * height;
      if (own >= 1) {
        placed.push({ part, path, box: { x: column.x, y, width: column.width, height: own } });
        place(part.children, [...path, part], y, own);
      }
      y += own;
    }
  };
  place(roots, [], HEAD, Math.max(10, context.height - HEAD - 2));
  return placed;
}

/** The first column is the whole, which needs less room than its parts. */
export function columnPlaces(
  form: PartitionForm,
  context: ChartContext,
): readonly { readonly x: number; readonly width: number }[] {
  const names = levelNames(form, context);
  const units = names.length - 1 + 0.6;
  const unit = (context.width - 4) / units;
  return names.map((_, at) => ({
    x: at === 0 ? 2 : 2 + unit * (at - 0.4),
    width: (at === 0 ? unit * 0.6 : unit) - GAP,
  }));
}
