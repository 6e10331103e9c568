import { msg } from '@tessera/core/messages';
import { DEFAULT_CATEGORICAL_SCHEME } from '@tessera/core/colors/categorical';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import type { Control, PanelContext } from '../define.ts';
import { DEFAULT_TIME_GRAIN, ROW_LIMITS } from './choices.ts';
import { warnOfCut } from './warnings.ts';

/** Controls that several chart types share: one definition each, so that they read and act alike everywhere. */

export const adhocFilters = {
  kind: 'filters',
  label: msg('Filters'),
  initial: ({ mainTimeColumn, columns }) => {
    const column = mainTimeColumn ?? columns.find((one) => one.isTemporal)?.name;
    if (column === undefined) return [];
    return [
      {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: column,
        operator: 'TEMPORAL_RANGE',
        comparator: 'No filter',
      },
    ];
  },
} as const satisfies Control;

export const rowLimit = {
  kind: 'row_limit',
  label: msg('Row limit'),
  hint: msg('The most rows that the query returns.'),
  choices: ROW_LIMITS,
  warn: warnOfCut(ROW_LIMITS),
  default: 10_000,
} as const satisfies Control;

/** Shown only where there is a metric to sort by ([5.0-10], ruling 8). */
export const orderDesc = {
  kind: 'bool',
  label: msg('Sort descending'),
  default: true,
  visible: (form) => hasValue(form, 'timeseries_limit_metric'),
} as const satisfies Control;

export const timeGrain = {
  kind: 'time_grain',
  label: msg('Time grain'),
  hint: msg('The length of time that one point stands for.'),
  default: null,
  initial: ({ mainTimeColumn, grains }) =>
    mainTimeColumn && grains.some((grain) => grain.value === DEFAULT_TIME_GRAIN) ? DEFAULT_TIME_GRAIN : undefined,
} as const satisfies Control;

/** Which columns are temporal: only the dataset knows, and the query needs it for the time grain. */
export const temporalColumns = {
  kind: 'hidden',
  label: msg('Temporal columns'),
  visible: () => false,
} as const satisfies Control;

export const colorScheme = {
  kind: 'color_scheme',
  label: msg('Color scheme'),
  scale: 'categorical',
  default: DEFAULT_CATEGORICAL_SCHEME,
  renderOnly: true,
} as const satisfies Control;

export const currencyFormat = {
  kind: 'currency',
  label: msg('Currency format'),
  renderOnly: true,
} as const satisfies Control;

/** A number format that changes nothing but the drawing. */
export function numberFormat<const L extends string>(label: L) {
  return {
    kind: 'number_format',
    label,
    hint: msg('Choose one, or type a D3 number format.'),
    default: 'SMART_NUMBER',
    renderOnly: true,
  } as const satisfies Control;
}

/** A date format that changes nothing but the drawing. */
export function timeFormat<const L extends string>(label: L) {
  return {
    kind: 'time_format',
    label,
    hint: msg('Choose one, or type a D3 time format.'),
    default: 'smart_date',
    renderOnly: true,
  } as const satisfies Control;
}

/** Charts from before x axes take their time from the dataset's time column. */
export function hasTimeColumn(form: RawForm): boolean {
  return hasValue(form, 'granularity_sqla') || hasValue(form, 'granularity');
}

/** Whether a control of the form holds something. */
export function hasValue(form: RawForm, name: string): boolean {
  const value = form[name];
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Whether a column of the form is temporal in the dataset. */
export function isTemporal(value: unknown, panel: PanelContext): boolean {
  return typeof value === 'string' && panel.columns.some((column) => column.name === value && column.isTemporal);
}

/** The label of a stored column, `null` where none is chosen. */
export function storedLabel(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (
    typeof value !== 'object' ||
    value === null ||
    !('sqlExpression' in value) ||
    typeof value.sqlExpression !== 'string'
  )
    return null;
  return columnLabel({
    sqlExpression: value.sqlExpression,
    ...('label' in value && typeof value.label === 'string' ? { label: value.label } : {}),
  });
}
