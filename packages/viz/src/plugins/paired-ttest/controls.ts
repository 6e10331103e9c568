import type { RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import { overTimeDefaults, seriesControls, seriesSection, timeControls, timeSection } from '../../bundles/over-time.ts';
import type { Complaints, Control, FormOf, Section } from '../../define.ts';
import { t } from '@tessera/core/messages';

export const pairedTtestControls = {
  ...timeControls,
  ...seriesControls,
  groupby: {
    kind: 'columns',
    label: msg('Dimensions'),
    hint: msg('One group for each combination of their values.'),
    required: true,
  },
  significance_level: {
    kind: 'text',
    label: msg('Significance level'),
    hint: msg('Differences with a p-value up to this are significant.'),
    default: '0.05',
    format: 'number',
  },
  pvalue_precision: {
    kind: 'text',
    label: msg('p-value precision'),
    hint: msg('Decimals of p-values.'),
    default: '6',
    format: 'integer',
  },
  liftvalue_precision: {
    kind: 'text',
    label: msg('Lift percent precision'),
    hint: msg('Decimals of lifts.'),
    default: '4',
    format: 'integer',
  },
} as const satisfies Readonly<Record<string, Control>>;

export type PairedTtestForm = FormOf<typeof pairedTtestControls>;

export const pairedTtestSections: readonly Section<typeof pairedTtestControls>[] = [
  timeSection,
  seriesSection,
  {
    tab: 'data',
    label: msg('Parameters'),
    controls: ['significance_level', 'pvalue_precision', 'liftvalue_precision'],
  },
];

export const pairedTtestDefaults: RawForm = {
  ...overTimeDefaults,
  significance_level: 0.05,
  pvalue_precision: 6,
  liftvalue_precision: 4,
};

/** A level is a probability, and decimals are few. */
export function complainOfParameters(form: PairedTtestForm): Complaints {
  const level = form.significance_level;
  const isDecimals = (value: number | null) => value === null || (value >= 0 && value <= 16);
  return {
    ...(level === null || (level > 0 && level < 1)
      ? {}
      : { significance_level: [t('is expected to be between 0 and 1')] }),
    ...(isDecimals(form.pvalue_precision) ? {} : { pvalue_precision: [t('is expected to be between 0 and 16')] }),
    ...(isDecimals(form.liftvalue_precision) ? {} : { liftvalue_precision: [t('is expected to be between 0 and 16')] }),
  };
}
