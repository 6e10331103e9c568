import { columnsOfNames, failPost, type Frame, type FrameColumn, numbersOf } from './frame.ts';
import { flag, numberOr, type Options, text, texts } from './options.ts';

const types: Readonly<Record<string, (source: number, compared: number, precision: number) => number>> = {
  difference: (source, compared) => source - compared,
  // Saved by older charts; it has always meant the difference.
  absolute: (source, compared) => source - compared,
  percentage: (source, compared, precision) => round((source - compared) / compared, precision),
  ratio: (source, compared, precision) => round(source / compared, precision),
};

/**
 * Compare pairs of columns: `type__source__compared` is appended, for each series if there are several. Division by 0
 * gives infinity, 0 by 0 null.
 * @throws AppError post_processing
 */
export function compare(frame: Frame, options: Options): Frame {
  const sources = texts(options, 'source_columns');
  const compared = texts(options, 'compare_columns');
  const type = text(options, 'compare_type');
  const precision = numberOr(options, 'precision', 4);
  if (sources.length !== compared.length) failPost('`compare_columns` must have the same length as `source_columns`.');
  const calculate =
    (Object.hasOwn(types, type) ? types[type] : undefined) ??
    failPost('`compare_type` must be `difference`, `percentage` or `ratio`');
  const found = columnsOfNames(frame, [...sources, ...compared]);

  const results = sources.flatMap((source, at) => {
    const other = compared[at] ?? '';
    const others = new Map(found[sources.length + at]?.map((column) => [seriesKey(column), numbersOf(column.values)]));
    return (found[at] ?? []).map((column): FrameColumn => {
      const against = others.get(seriesKey(column));
      const values = numbersOf(column.values).map((value, row) =>
        calculate(value, against?.[row] ?? Number.NaN, precision),
      );
      return { path: [`${type}__${source}__${other}`, ...column.path.slice(1)], kind: 'numeric', values };
    });
  });
  const used = new Set([...sources, ...compared]);
  const kept = flag(options, 'drop_original_columns', false)
    ? frame.columns.filter(({ path }) => !used.has(path[0] ?? ''))
    : frame.columns;
  return { ...frame, columns: [...kept, ...results] };
}

function seriesKey({ path }: FrameColumn): string {
  return JSON.stringify(path.slice(1));
}

/** Round half to even at the last place, as numpy does. */
function round(value: number, places: number): number {
  if (!Number.isFinite(value)) return value;
  const factor = 10 ** places;
  const scaled = value * factor;
  const low = Math.floor(scaled);
  const rest = scaled - low;
  const rounded = rest === 0.5 ? low + (low % 2 === 0 ? 0 : 1) : Math.round(scaled);
  return rounded / factor;
}
