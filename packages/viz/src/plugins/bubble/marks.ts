import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import { type Bubble, columnsOf, metricsOf, readBubbles } from './bubbles.ts';
import type { BubbleLook } from './look.ts';

/** The series that a canvas has for bubbles that no column colours. */
export const ALL = 'bubbles';

/** One mark per bubble, which filters its entity and its series. */
export function bubbleMarks([result]: readonly QueryResult[], look: BubbleLook, context: ChartContext) {
  const { bubbles } = readBubbles(result, look, context);
  const places = new Map<string, number>();
  return bubbles.flatMap((bubble): Mark[] => {
    const id = seriesIdOf(bubble, look);
    const at = places.get(id) ?? 0;
    places.set(id, at + 1);
    return context.inputs.hidden.has(bubble.series) ? [] : [bubbleMark(bubble, at, look, context)];
  });
}

export function seriesIdOf({ series }: Bubble, look: BubbleLook): string {
  return look.series === null ? ALL : series;
}

export function bubbleMark(bubble: Bubble, at: number, look: BubbleLook, context: ChartContext): Mark {
  const columns = columnsOf(look);
  const values = [
    metricWriter(look.x, context, look.xAxis.format).exact(bubble.x),
    metricWriter(look.y, context, look.yAxis.format).exact(bubble.y),
    metricWriter(look.size, context, look.sizeFormat).exact(bubble.size),
  ] as const;
  return {
    key: bubble.row.texts.join(' '),
    name: `${bubble.row.texts.join(', ')}: ${values.join(', ')}`,
    series: look.series === null ? null : bubble.series,
    datum: datumOfRow({ columns, metrics: metricsOf(look) }, bubble.row),
    filters: filtersOfRow(columns, bubble.row),
    place: { value: bubble.x, name: values[0] },
    drawn: { seriesId: seriesIdOf(bubble, look), dataIndex: at },
  };
}
