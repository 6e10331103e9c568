import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import { readInteger, readText } from '../control-kinds/read.ts';
import { labelled } from '../shared/choices.ts';
import { defineQueryBundle } from './bundle.ts';
import { sameNames, shiftedLabel } from './shifted-label.ts';

const KINDS = labelled(
  [null, msg('None')],
  ['mean', msg('Mean')],
  ['sum', msg('Sum')],
  ['std', msg('Standard deviation')],
  ['cumsum', msg('Running total')],
);

/** Each value as a statistic over the last periods, or as the total so far. */
export const rolling = defineQueryBundle({
  name: 'Rolling window',
  controls: {
    rolling_type: {
      kind: 'select',
      label: msg('Rolling window'),
      hint: msg('Smooth or add up the values over the last periods.'),
      choices: KINDS,
      default: null,
      earlier: { None: null },
    },
    rolling_periods: {
      kind: 'text',
      label: msg('Periods'),
      hint: msg('How many periods a window holds.'),
      default: '',
      format: 'integer',
      visible: hasWindow,
    },
    min_periods: {
      kind: 'text',
      label: msg('Minimum periods'),
      hint: msg('How many periods a window must have; earlier ones are left out.'),
      default: '',
      format: 'integer',
      visible: hasWindow,
    },
  },
  sections: [
    { tab: 'data', label: msg('Rolling window'), controls: ['rolling_type', 'rolling_periods', 'min_periods'] },
  ],
  asks: (form) => {
    const type = kindOfWindow(form);
    if (type === null) return null;
    return type === 'cumsum' ? t('running total') : t('%s of %s', type, periodsOf(form));
  },
  query: (form, { metrics, offsets }) => {
    const type = kindOfWindow(form);
    if (type === null) return {};
    const columns = sameNames(metrics.flatMap((metric) => [metric, ...offsets.map((at) => shiftedLabel(metric, at))]));
    if (type === 'cumsum') return { steps: [{ operation: 'cum', options: { operator: 'sum', columns } }] };
    const window = { window: periodsOf(form), min_periods: readInteger(form['min_periods']) ?? 0 };
    return { steps: [{ operation: 'rolling', options: { rolling_type: type, ...window, columns } }] };
  },
});

function kindOfWindow(form: RawForm): string | null {
  const type = readText(form['rolling_type']);
  return KINDS.some(({ value }) => value === type) ? (type ?? null) : null;
}

function hasWindow(form: RawForm): boolean {
  const type = kindOfWindow(form);
  return type !== null && type !== 'cumsum';
}

function periodsOf(form: RawForm): number {
  return Math.max(1, readInteger(form['rolling_periods']) ?? 1);
}
