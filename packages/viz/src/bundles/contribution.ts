import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import { labelled } from '../shared/choices.ts';
import { defineQueryBundle } from './bundle.ts';

const MODES = labelled([null, msg('None')], ['row', msg('Row')], ['column', msg('Series')]);

/** Values as shares of their point in time, or of their series. */
export const contribution = defineQueryBundle({
  name: 'Contribution mode',
  controls: {
    contributionMode: {
      kind: 'select',
      label: msg('Contribution mode'),
      hint: msg('Show values as shares of their row or of their series.'),
      choices: MODES,
      default: null,
    },
  },
  sections: [{ tab: 'data', label: msg('Query'), controls: ['contributionMode'] }],
  asks: (form) => {
    const mode = modeOf(form);
    return mode && t('shares of each %s', mode);
  },
  query: (form, { offsets }) => {
    const mode = modeOf(form);
    if (mode === null) return {};
    const options = { orientation: mode, time_shifts: offsets };
    return { steps: [{ operation: 'contribution', options }] };
  },
});

function modeOf(form: RawForm): 'row' | 'column' | null {
  const mode = form['contributionMode'];
  return mode === 'row' || mode === 'column' ? mode : null;
}
