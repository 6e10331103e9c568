import { newChartHref } from '@tessera/core/pages';
import type { UploadColumn, UploadPreview } from '../../api/uploads.ts';

/** What the chart of a new dataset begins with: a type, and the controls that the profile speaks for. */
export type Suggestion = { readonly vizType: string; readonly form: Readonly<Record<string, unknown>> };

const DAY_MS = 86_400_000;
/** Categories that a bar chart shows at once, and lines that can be distinguished. */
const FEW_BARS = 30;
const FEW_LINES = 8;
/** Numbers that name things: adding them up says nothing. */
const NAMES = /(^|[_\W])(id|no|nr|number|code|zip|plz|phone|year|month|day|lat|lon|lng|latitude|longitude)$/i;
/** Numbers that are parts of a whole. */
const AMOUNTS = /amount|sales|revenue|cost|count|quantity|qty|units|total|sum|profit|betrag|menge|umsatz|anzahl/i;

/** The chart that shows most of a file at first sight: a line over time, bars of its groups, or its rows. */
export function suggestChart({ columns, rows }: Pick<UploadPreview, 'columns' | 'rows'>): Suggestion {
  const time = columns.find((column) => isTime(column) && column.distinct > 1);
  const metric = metricOf(columns);
  if (time && rows > 1) {
    const series = columns.find((column) => column.type === 'text' && isFew(column, FEW_LINES));
    return {
      vizType: 'echarts_timeseries_line',
      form: {
        x_axis: time.name,
        time_grain_sqla: grainOf(time),
        metrics: [metric],
        ...(series ? { groupby: [series.name] } : {}),
      },
    };
  }
  const group = columns.find((column) => ['text', 'boolean'].includes(column.type) && isFew(column, FEW_BARS));
  if (group && rows > group.distinct)
    return { vizType: 'echarts_timeseries_bar', form: { x_axis: group.name, metrics: [metric] } };
  return {
    vizType: 'table',
    form: { query_mode: 'raw', all_columns: columns.slice(0, 50).map(({ name }) => name) },
  };
}

/** Explore with the suggestion, on the dataset that was made. */
export function suggestionHref(datasetId: number, { vizType, form }: Suggestion): string {
  const address = new URLSearchParams({ viz_type: vizType, form_data: JSON.stringify({ ...form, viz_type: vizType }) });
  return `${newChartHref(datasetId)}&${address.toString()}`;
}

function isTime(column: UploadColumn): boolean {
  return column.type === 'date' || column.type === 'time';
}

function isFew({ distinct, nulls }: UploadColumn, most: number): boolean {
  return distinct >= 2 && distinct + (nulls > 0 ? 1 : 0) <= most;
}

function metricOf(columns: readonly UploadColumn[]): unknown {
  const numbers = columns.filter(
    ({ type, name, distinct }) => (type === 'number' || type === 'integer') && distinct > 1 && !NAMES.test(name),
  );
  const amount = numbers.find(({ name }) => AMOUNTS.test(name));
  const column = amount ?? numbers.find(({ type }) => type === 'number');
  // What a number without a telling name adds up to is anybody's guess; an average is one of its own size.
  return column === undefined ? 'count' : aggregate(amount ? 'SUM' : 'AVG', column);
}

function aggregate(name: string, { name: column, sqlType }: UploadColumn) {
  return {
    expressionType: 'SIMPLE',
    column: { column_name: column, type: sqlType },
    aggregate: name,
    label: `${name}(${column})`,
    hasCustomLabel: false,
  };
}

/** A grain that gives a line some dozens of points. */
function grainOf({ min, max, type }: UploadColumn): string {
  const days = (Date.parse(`${max?.replace(' ', 'T')}`) - Date.parse(`${min?.replace(' ', 'T')}`)) / DAY_MS;
  if (type === 'time' && days <= 2) return 'PT1H';
  if (!(days > 180)) return 'P1D';
  if (days <= 3 * 365) return 'P1W';
  return days <= 20 * 365 ? 'P1M' : 'P1Y';
}
