import { msg, t } from '@tessera/core/messages';
import { labelled, sameLabels } from '../shared/choices.ts';
import { defineQueryBundle } from './bundle.ts';
import { comparisonOf, offsetsOf } from './compared-times.ts';
import { shiftedLabel } from './shifted-label.ts';

const OFFSETS = sameLabels(
  '1 day ago',
  '1 week ago',
  '28 days ago',
  '30 days ago',
  '52 weeks ago',
  '1 year ago',
  '104 weeks ago',
  '2 years ago',
  '156 weeks ago',
  '3 years ago',
);
/** What is made of two times. */
export const COMPARISON_TYPES = labelled(
  ['values', msg('Actual values')],
  ['difference', msg('Difference')],
  ['percentage', msg('Percentage change')],
  ['ratio', msg('Ratio')],
);

/** The same measures at another time, beside the present ones or as what changed since. */
export const timeComparison = defineQueryBundle({
  name: 'Time comparison',
  controls: {
    time_compare: {
      kind: 'select_many',
      label: msg('Time shift'),
      hint: msg('Choose one, or type it: "28 days ago", "1 year ago".'),
      choices: OFFSETS,
      freeForm: true,
    },
    comparison_type: {
      kind: 'select',
      label: msg('Calculation type'),
      hint: msg('Show the other time beside the present one, or what changed since.'),
      choices: COMPARISON_TYPES,
      default: 'values',
    },
  },
  sections: [{ tab: 'data', label: msg('Time comparison'), controls: ['time_compare', 'comparison_type'] }],
  asks: (form) => {
    const offsets = offsetsOf(form);
    return offsets.length === 0 ? null : t('%s with %s', comparisonOf(form), offsets.join(', '));
  },
  query: (form, { metrics }) => {
    const offsets = offsetsOf(form);
    if (offsets.length === 0) return {};
    const type = comparisonOf(form);
    const pairs = metrics.flatMap((metric) => offsets.map((offset) => [metric, shiftedLabel(metric, offset)] as const));
    return {
      object: { time_offsets: [...offsets] },
      steps:
        type === 'values'
          ? []
          : [
              {
                operation: 'compare',
                options: {
                  source_columns: pairs.map(([metric]) => metric),
                  compare_columns: pairs.map(([, shifted]) => shifted),
                  compare_type: type,
                  drop_original_columns: true,
                },
              },
            ],
    };
  },
});
