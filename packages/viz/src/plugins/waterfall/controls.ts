import { msg, t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import {
  adhocFilters,
  currencyFormat,
  hasTimeColumn,
  hasValue,
  isTemporal,
  numberFormat,
  rowLimit,
  timeFormat,
  timeGrain,
} from '../../shared/controls.ts';
import { ticksLayout } from '../../shared/ticks.ts';
import { warnOfSums } from '../../shared/warnings.ts';

export const waterfallControls = {
  x_axis: { kind: 'column', label: msg('X-axis'), required: true, requiredUnless: hasTimeColumn },
  time_grain_sqla: {
    ...timeGrain,
    visible: (form: RawForm, panel) => !hasValue(form, 'x_axis') || isTemporal(form['x_axis'], panel),
  },
  groupby: {
    kind: 'column',
    label: msg('Breakdowns'),
    hint: msg('Splits each step of the axis, with a total behind it.'),
  },
  metric: {
    kind: 'metric',
    label: msg('Metric'),
    required: true,
    warn: warnOfSums(['metric'], () => t('running totals of it mean nothing')),
  },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  show_value: { kind: 'bool', label: msg('Show value'), default: false, renderOnly: true },
  show_legend: { kind: 'bool', label: msg('Show legend'), default: false, renderOnly: true },
  increase_color: { kind: 'color', label: msg('Increase'), default: { r: 90, g: 193, b: 137, a: 1 }, renderOnly: true },
  decrease_color: { kind: 'color', label: msg('Decrease'), default: { r: 224, g: 67, b: 85, a: 1 }, renderOnly: true },
  total_color: { kind: 'color', label: msg('Total'), default: { r: 102, g: 102, b: 102, a: 1 }, renderOnly: true },
  x_axis_label: { kind: 'text', label: msg('X-axis label'), default: '', renderOnly: true },
  x_axis_time_format: timeFormat('Time format'),
  x_ticks_layout: ticksLayout,
  y_axis_label: { kind: 'text', label: msg('Y-axis label'), default: '', renderOnly: true },
  y_axis_format: numberFormat('Y-axis format'),
  currency_format: currencyFormat,
} as const satisfies Readonly<Record<string, Control>>;

export type WaterfallForm = FormOf<typeof waterfallControls>;

export const waterfallSections: readonly Section<typeof waterfallControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['x_axis', 'time_grain_sqla', 'groupby', 'metric', 'adhoc_filters', 'row_limit'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['show_value', 'show_legend'] },
  { tab: 'customize', label: msg('Series colors'), controls: ['increase_color', 'decrease_color', 'total_color'] },
  { tab: 'customize', label: msg('X-axis'), controls: ['x_axis_label', 'x_axis_time_format', 'x_ticks_layout'] },
  { tab: 'customize', label: msg('Y-axis'), controls: ['y_axis_label', 'y_axis_format', 'currency_format'] },
];
