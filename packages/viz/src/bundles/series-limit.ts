import { msg, t } from '@tessera/core/messages';
import { readInteger } from '../control-kinds/read.ts';
import { SERIES_LIMITS } from '../shared/choices.ts';
import { hasValue, orderDesc } from '../shared/controls.ts';
import { offerAllSeries, warnOfManySeries } from '../shared/warnings.ts';
import { defineQueryBundle } from './bundle.ts';

/** The most series that are shown, which of them, and whether the rest is gathered under Others. */
export const seriesLimit = defineQueryBundle({
  name: 'Others',
  controls: {
    limit: {
      kind: 'select',
      label: msg('Series limit'),
      hint: msg('The most series that are shown; those with the greatest values are kept.'),
      choices: SERIES_LIMITS,
      default: null,
      freeForm: 'integer',
      clearable: true,
      offers: offerAllSeries,
      warn: warnOfManySeries,
    },
    group_others_when_limit_reached: {
      kind: 'bool',
      label: msg('Group the rest as Others'),
      hint: msg('Gather the series beyond the limit in one.'),
      default: false,
      visible: (form) => hasValue(form, 'limit'),
    },
    timeseries_limit_metric: {
      kind: 'metric',
      label: msg('Sort by'),
      hint: msg('The metric that decides which series and rows are kept.'),
    },
    order_desc: orderDesc,
  },
  sections: [
    {
      tab: 'data',
      label: msg('Query'),
      controls: ['limit', 'group_others_when_limit_reached', 'timeseries_limit_metric', 'order_desc'],
    },
  ],
  asks: (form) => (groupsOthers(form) ? t('the series beyond the limit, gathered') : null),
  query: (form) => {
    const limit = readInteger(form['limit']) ?? 0;
    if (limit === 0) return {};
    return {
      object: { series_limit: limit, ...(groupsOthers(form) ? { group_others_when_limit_reached: true } : {}) },
    };
  },
});

function groupsOthers(form: Readonly<Record<string, unknown>>): boolean {
  return form['group_others_when_limit_reached'] === true && (readInteger(form['limit']) ?? 0) > 0;
}
