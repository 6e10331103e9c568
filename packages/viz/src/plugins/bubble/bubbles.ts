import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { QueryColumn } from '@tessera/core/query-object';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { BubbleLook } from './look.ts';

export type Bubble = {
  readonly name: string;
  readonly series: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly row: ChartRow;
};
export type Bubbles = {
  readonly bubbles: readonly Bubble[];
  /** Rows without a place on both axes, and those whose place a logarithm has not. */
  readonly lacking: number;
  readonly series: readonly string[];
  /** Series of the answer, drawn or not. */
  readonly all: number;
};

/** More series than these have no colours, and hold up the page. */
const MOST_SERIES = 200;

export function columnsOf({ entity, series }: BubbleLook): readonly QueryColumn[] {
  return [entity, series].filter((column): column is QueryColumn => column !== null);
}

export function metricsOf({ x, y, size }: BubbleLook): readonly Metric[] {
  return [x, y, size].filter((metric): metric is Metric => metric !== null);
}

/** Rows as bubbles; one without a size is as small as the smallest. */
export function readBubbles(result: QueryResult | undefined, look: BubbleLook, context: ChartContext): Bubbles {
  const { x, y, size, entity } = look;
  if (x === null || y === null || size === null || entity === null)
    return { bubbles: [], lacking: 0, series: [], all: 0 };
  const rows = readRows(result, { columns: columnsOf(look), metrics: [x, y, size] }, context);
  const bubbles = rows.flatMap((row): Bubble[] => {
    const [left, top, area] = row.values;
    if (left === null || left === undefined || top === null || top === undefined) return [];
    if ((look.xAxis.isLog && left <= 0) || (look.yAxis.isLog && top <= 0)) return [];
    const [name = '', series = ''] = row.texts;
    return [{ name, series: look.series === null ? name : series, x: left, y: top, size: Math.max(0, area ?? 0), row }];
  });
  const all = look.series === null ? [] : [...new Set(bubbles.map(({ series }) => series))];
  const shown = new Set(all.slice(0, MOST_SERIES));
  return {
    bubbles: all.length <= MOST_SERIES ? bubbles : bubbles.filter(({ series }) => shown.has(series)),
    lacking: rows.length - bubbles.length,
    series: [...shown],
    all: all.length,
  };
}

export function bubbleNotes([result]: readonly QueryResult[], look: BubbleLook, context: ChartContext) {
  const { bubbles, lacking, series, all } = readBubbles(result, look, context);
  const negative = bubbles.filter(({ row }) => (row.values[2] ?? 0) < 0).length;
  return [
    ...roomNotes(series.length, all),
    ...(lacking === 0
      ? []
      : [tn('1 row has no place on these axes', '%(count)s rows have no place on these axes', lacking)]),
    ...(negative === 0
      ? []
      : [
          tn(
            '1 bubble of a negative size is drawn as the smallest',
            '%(count)s bubbles of negative sizes are drawn as the smallest',
            negative,
          ),
        ]),
  ];
}

export function emptyBubbles([result]: readonly QueryResult[], look: BubbleLook): string | null {
  if (!result || result.table.rowCount === 0) return null;
  for (const metric of [look.x, look.y]) {
    const column = metric === null ? undefined : result.table.columns.get(metricLabel(metric));
    if (!column || metric === null) continue;
    const values = cellsOf(column);
    if (values.every((value) => value === null)) return t('%s has no value in any row.', metricLabel(metric));
  }
  return null;
}

export function describeBubbles([result]: readonly QueryResult[], look: BubbleLook, context: ChartContext): string {
  const { bubbles } = readBubbles(result, look, context);
  const { x, y, size, entity } = look;
  if (bubbles.length === 0 || x === null || y === null || size === null || entity === null)
    return t('Bubble chart without data.');
  const name = (metric: Metric) => context.verboseName(metricLabel(metric));
  const greatest = bubbles.toSorted((a, b) => b.size - a.size).slice(0, 3);
  return tn(
    'Bubble chart of 1 %(entity)s by %(x)s and %(y)s: %(greatest)s.',
    'Bubble chart of %(count)s %(entity)s by %(x)s and %(y)s; the greatest by %(size)s: %(greatest)s.',
    bubbles.length,
    {
      entity: context.verboseName(columnLabel(entity)),
      x: name(x),
      y: name(y),
      size: name(size),
      greatest: greatest.map((bubble) => bubble.name).join(', '),
    },
  );
}
