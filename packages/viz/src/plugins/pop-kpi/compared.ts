import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { numberAt, type Table } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { shiftedLabel } from '../../bundles/shifted-label.ts';
import { exactNumber } from '../../layer/formats.ts';
import { type PopKpiForm, shiftOf } from './controls.ts';

export type Compared = {
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly delta: number | null;
  /** Change against the absolute earlier value; 1 is all of it. */
  readonly share: number | null;
  /** Whether anything is compared. */
  readonly isCompared: boolean;
};

/** Both values and what changed: from nothing to something is all of it. */
export function readCompared(result: QueryResult | undefined, form: PopKpiForm, context: ChartContext): Compared {
  const label = form.metric === null ? '' : metricLabel(form.metric);
  const shift = shiftOf(form);
  const table = result?.table;
  const now = numberAt(table?.columns.get(label), 0);
  const shifted = table && shift !== null ? earlierColumn(table, label, shift) : undefined;
  const before = numberAt(shifted, 0);
  const isCompared = shift !== null && shifted !== undefined;
  return {
    name: context.verboseName(label),
    now,
    before,
    // A value that lacks is not zero: nothing can be said of what changed.
    delta: isCompared && now !== null && before !== null ? now - before : null,
    share: isCompared && now !== null && before !== null ? changeOf(now, before) : null,
    isCompared,
  };
}

/** The answer names the earlier value after its shift; a date may be written otherwise there. */
function earlierColumn(table: Table, label: string, shift: string) {
  return (
    table.columns.get(shiftedLabel(label, shift)) ??
    [...table.columns.values()].find(({ name }) => name.startsWith(`${label}__`))
  );
}

function changeOf(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : Math.sign(now);
  if (now === 0) return -Math.sign(before);
  return (now - before) / Math.abs(before);
}

/** What stands for a value that lacks. */
const NONE = '–';

export function numberText(value: number | null, form: PopKpiForm, context: ChartContext): string {
  return value === null ? NONE : context.formatNumber(form.y_axis_format, value, form.currency_format);
}

/** What stands beside the earlier value, by the type of calculation. */
const CALCULATED = {
  values: ['Delta', 'Percent change'],
  difference: ['Delta'],
  percentage: ['Percent change'],
  ratio: ['Ratio'],
} as const satisfies Readonly<Record<PopKpiForm['comparison_type'], readonly string[]>>;

/** The compared values under the names of the settings that hide and rename them. */
export function partsOf({ now, before, delta, share }: Compared, form: PopKpiForm, context: ChartContext) {
  const ratio = now === null || before === null || before === 0 ? null : now / before;
  const calculated: readonly string[] = CALCULATED[form.comparison_type];
  const say = (value: number | null) => numberText(value, form, context);
  const format = form.percentDifferenceFormat === 'SMART_NUMBER' ? '.1%' : form.percentDifferenceFormat;
  return [
    { key: 'Previous value', name: t('Previous value'), text: say(before), isChange: false },
    { key: 'Delta', name: t('Change'), text: `${(delta ?? 0) > 0 ? '+' : ''}${say(delta)}`, isChange: true },
    {
      key: 'Percent change',
      name: t('Change in percent'),
      text: share === null ? NONE : context.formatNumber(format, share),
      isChange: true,
    },
    {
      key: 'Ratio',
      name: t('Ratio'),
      text: ratio === null ? NONE : context.formatNumber(',.2f', ratio),
      isChange: true,
    },
  ].flatMap((part) => {
    if (part.isChange && !calculated.includes(part.key)) return [];
    const own = Object.hasOwn(form.column_config, part.key) ? form.column_config[part.key] : undefined;
    if (own?.['visible'] === false) return [];
    const name = own?.['customColumnName'];
    return [typeof name === 'string' && name !== '' ? { ...part, name } : part];
  });
}

export function describePopKpi([result]: readonly QueryResult[], form: PopKpiForm, context: ChartContext): string {
  const compared = readCompared(result, form, context);
  if (compared.now === null && !compared.isCompared) return t('Big number without data.');
  const now = exactNumber(form.y_axis_format, compared.now, context, form.currency_format);
  const parts = compared.isCompared ? partsOf(compared, form, context) : [];
  const told = parts.map(({ name, text }) => `${name} ${text}`).join(', ');
  return told === '' ? `${compared.name}: ${now}.` : `${compared.name}: ${now}; ${told}.`;
}

export function popKpiNotes([result]: readonly QueryResult[], form: PopKpiForm): readonly string[] {
  const isAsked = shiftOf(form) !== null;
  const hasRange = result !== undefined && (result.fromMs !== null || result.toMs !== null);
  return isAsked && result !== undefined && result.table.rowCount > 0 && !hasRange
    ? [t('A comparison needs a time range among the filters')]
    : [];
}
