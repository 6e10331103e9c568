import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { cellAt, numberAt } from '@tessera/core/table';
import type { QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { cellText } from '../../layer/labels.ts';
import { type FilterCell, filterCell } from '../../marks.ts';
import { selectMarks, valuesFilter } from '../../select.ts';
import { columnsOf } from './bubbles.ts';
import type { BubbleLook } from './look.ts';

/** What an event means; an area that is brushed selects the bubbles in it, by their entities and series. */
export function selectBubbles(
  event: ChartEvent,
  results: readonly QueryResult[],
  look: BubbleLook,
  inputs: ChartInputs,
): Outcome {
  if (event.kind !== 'brush') return selectMarks(event, inputs);
  const columns = columnsOf(look);
  const tuples = inputs.emits ? tuplesIn(event, results[0], look) : [];
  if (tuples.length === 0) return null;
  return {
    kind: 'data_mask',
    mask: {
      extraFormData: {
        filters: columns.map((col, at) =>
          valuesFilter(
            { col, val: null },
            tuples.map((tuple) => tuple[at] ?? null),
          ),
        ),
      },
      filterState: { value: tuples, selectedValues: tuples.map((tuple) => tuple.map(cellText).join(', ')) },
    },
  };
}

/** The dimensions of the bubbles whose middle lies in an area. */
function tuplesIn(
  { from, to, across = [-Infinity, Infinity] }: Extract<ChartEvent, { kind: 'brush' }>,
  result: QueryResult | undefined,
  look: BubbleLook,
): readonly (readonly FilterCell[])[] {
  if (!result || look.x === null || look.y === null) return [];
  const { columns, rowCount } = result.table;
  const [xs, ys] = [columns.get(metricLabel(look.x)), columns.get(metricLabel(look.y))];
  const dimensions = columnsOf(look).map((column) => columns.get(columnLabel(column)));
  return Array.from({ length: rowCount }, (_, row) => row).flatMap((row) => {
    const [x, y] = [numberAt(xs, row), numberAt(ys, row)];
    if (x === null || y === null || x < from || x > to || y < across[0] || y > across[1]) return [];
    const tuple = dimensions.map((column) => (column ? filterCell(cellAt(column, row)) : undefined));
    return tuple.every((cell) => cell !== undefined) ? [tuple] : [];
  });
}
