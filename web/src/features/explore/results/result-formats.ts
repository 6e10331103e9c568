import { metricLabel, type RawForm } from '@tessera/core/form-data';
import { numberText, t } from '@tessera/core/messages';
import type { QueryObject } from '@tessera/core/query-object';
import type { ChartContext, MetricFormat } from '@tessera/viz/define';
import { readCurrency } from '@tessera/viz/layer/column-config';
import type { DatasetFields } from '../../../controls/fields.ts';
import type { FormatOf } from '../../../ui/data-grid/cell-text.ts';

/** Keys under which chart types hold the number format of their values. */
const NUMBER_FORMATS = ['number_format', 'y_axis_format', 'numberFormat', 'valueFormat'] as const;
/** Adaptive formats leave digits out: a table of results has them all. */
const ADAPTIVE = new Set(['', 'SMART_NUMBER', 'SMART_NUMBER_SIGNED']);
/** Beyond these a double says nothing that was measured. */
const DECIMALS = 6;

const UNWRITTEN: MetricFormat = { format: null, currency: null };

type Formatted = {
  readonly query: Pick<QueryObject, 'metrics'> | undefined;
  readonly form: RawForm;
  readonly dataset: Pick<DatasetFields, 'metrics'>;
  readonly formatNumber: ChartContext['formatNumber'];
};

/**
 * How the columns of an answer are written: a saved metric as its owner says, others as the chart writes its values, or
 * grouped. Dimensions stay as they are: a year is no amount.
 */
export function resultFormats({ query, form, dataset, formatNumber }: Formatted): FormatOf {
  const own = NUMBER_FORMATS.map((key) => form[key]).find(isExact);
  const formats = new Map(
    (query?.metrics ?? []).map((metric): [string, MetricFormat] => {
      const saved = dataset.metrics.find(({ name }) => name === metric);
      return [metricLabel(metric), { format: saved?.format ?? own ?? null, currency: readCurrency(saved?.currency) }];
    }),
  );
  const cache = new Map<string, ReturnType<FormatOf>>();
  return (name) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const metric = metricOf(name, formats);
    const format = metric === null ? null : formatOf(formats.get(metric) ?? UNWRITTEN, formatNumber);
    cache.set(name, format);
    return format;
  };
}

function isExact(format: unknown): format is string {
  return typeof format === 'string' && !ADAPTIVE.has(format);
}

/** The metric that a column holds; steps put its series or a shift behind it. */
function metricOf(name: string, formats: ReadonlyMap<string, unknown>): string | null {
  if (formats.has(name)) return name;
  return [...formats.keys()].find((metric) => metric !== '' && /^(, |__)/.test(tail(name, metric))) ?? null;
}

function tail(name: string, metric: string): string {
  return name.startsWith(metric) ? name.slice(metric.length) : '';
}

function formatOf(
  { format, currency }: MetricFormat,
  formatNumber: ChartContext['formatNumber'],
): ReturnType<FormatOf> {
  return (cell) => {
    const value = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell;
    if (typeof value !== 'number' || Number.isNaN(value)) return null;
    if (format === null && currency === null) return numberText(value, { maximumFractionDigits: DECIMALS });
    return formatNumber(format ?? `,.${DECIMALS}~f`, value, currency);
  };
}

type Asked = Pick<QueryObject, 'metrics' | 'is_rowcount'> | undefined;

/** Names of the queries of a chart, by their metrics; null for one alone, and for those that ask the same metrics. */
export function queryNames(queries: readonly Asked[], label: (name: string) => string): readonly (string | null)[] {
  const names = queries.map((query) =>
    query?.is_rowcount === true
      ? t('Row count')
      : (query?.metrics ?? []).map((metric) => label(metricLabel(metric))).join(', '),
  );
  const isOwn = (name: string) => name !== '' && names.filter((other) => other === name).length === 1;
  return names.map((name) => (names.length > 1 && isOwn(name) ? name : null));
}
