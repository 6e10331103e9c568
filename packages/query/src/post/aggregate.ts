import { aggregatedKind, aggregator } from './aggregators.ts';
import { columnNamed, type Frame, type FrameColumn, requireColumns } from './frame.ts';
import { membersBy } from './groups.ts';
import { aggregateSpecs, type Options, texts } from './options.ts';

/**
 * Group by columns and aggregate. Groups are sorted, rows with a null key dropped; without `groupby` one row remains of
 * the rows there are.
 * @throws AppError post_processing
 */
export function aggregate(frame: Frame, options: Options): Frame {
  const names = texts(options, 'groupby');
  const specs = aggregateSpecs(options);
  requireColumns(frame, [...names, ...specs.map((spec) => spec.column)]);
  const keys = names.map((name) => columnNamed(frame, name));
  const { members, first } = membersBy(keys, frame.rowCount);
  const keyColumns = keys.map((column): FrameColumn => ({
    ...column,
    values: Array.from(first, (row) => column.values[row] ?? null),
  }));
  const results = specs.map((spec): FrameColumn => {
    const { kind, values } = columnNamed(frame, spec.column);
    const reduce = aggregator(spec.operator, kind, values, spec.options);
    return { path: [spec.name], kind: aggregatedKind(spec.operator, kind), values: members.map(reduce) };
  });
  return { rowCount: members.length, index: [], columns: [...keyColumns, ...results] };
}
