import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import type { Mark } from '../../marks.ts';
import { type HierarchyNode, nodesOf } from '../../shared/hierarchy.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { SunburstForm } from './controls.ts';
import { partValue, type Parts, readParts } from './parts.ts';

/** One mark per part of a ring, which filters its own level and those inside of it. */
export function sunburstMarks(results: readonly QueryResult[], form: SunburstForm, context: ChartContext) {
  const parts = readParts(results[0], form, context);
  // The library counts from the centre, which is no part.
  return nodesOf(parts.roots).map((part, index) => partMark(part, index + 1, parts, form, context));
}

export function partMark(
  part: HierarchyNode,
  dataIndex: number,
  parts: Parts,
  form: SunburstForm,
  context: ChartContext,
): Mark {
  const value = partValue(part, parts, (amount) =>
    exactNumber(form.number_format, amount, context, form.currency_format),
  );
  const name = part.texts.join(', ');
  const columns = form.columns.slice(0, part.cells.length);
  return {
    key: part.key,
    name: value === null ? name : `${name}: ${value}`,
    series: part.texts[0] ?? null,
    datum: {
      ...datumOfRow({ columns, metrics: [] }, { cells: part.cells, values: [] }),
      ...(form.metric === null || value === null ? {} : { [metricLabel(form.metric)]: part.values[0] ?? null }),
    },
    filters: filtersOfRow(columns, part),
    label: part.texts.join(','),
    drawn: { seriesId: 'sunburst', dataIndex },
  };
}
