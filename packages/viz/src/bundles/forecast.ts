import type { RawForm } from '@tessera/core/form-data';
import { msg, tn } from '@tessera/core/messages';
import { readInteger, readText, toNumber } from '../control-kinds/read.ts';
import { labelled } from '../shared/choices.ts';
import { defineQueryBundle } from './bundle.ts';

const SEASONS = labelled([null, msg('Automatic')], ['true', msg('Yes')], ['false', msg('No')]);
const isOn = (form: RawForm) => form['forecastEnabled'] === true;
const season = (label: string) =>
  ({
    kind: 'select',
    label,
    hint: msg('Yes, no, or how many waves of it.'),
    choices: SEASONS,
    default: null,
    freeForm: 'text',
    visible: isOn,
  }) as const;

/** Values to come, with a band. */
export const forecast = defineQueryBundle({
  name: 'Forecast',
  controls: {
    forecastEnabled: { kind: 'bool', label: msg('Enable forecast'), default: false },
    forecastPeriods: {
      kind: 'text',
      label: msg('Forecast periods'),
      hint: msg('How many periods to look ahead.'),
      default: '10',
      format: 'integer',
      visible: isOn,
    },
    forecastInterval: {
      kind: 'text',
      label: msg('Confidence interval'),
      hint: msg('The share of values that the band is to hold, between 0 and 1.'),
      default: '0.8',
      format: 'number',
      visible: isOn,
    },
    forecastSeasonalityYearly: season('Yearly seasonality'),
    forecastSeasonalityWeekly: season('Weekly seasonality'),
    forecastSeasonalityDaily: season('Daily seasonality'),
  },
  sections: [
    {
      tab: 'data',
      label: msg('Forecast'),
      controls: [
        'forecastEnabled',
        'forecastPeriods',
        'forecastInterval',
        'forecastSeasonalityYearly',
        'forecastSeasonalityWeekly',
        'forecastSeasonalityDaily',
      ],
    },
  ],
  asks: (form) => (isOn(form) ? tn('1 period ahead', '%(count)s periods ahead', periodsOf(form)) : null),
  query: (form, { index }) => {
    if (!isOn(form)) return {};
    const options = {
      time_grain: readText(form['time_grain_sqla']) ?? 'P1D',
      periods: periodsOf(form),
      confidence_interval: toNumber(form['forecastInterval']) ?? 0.8,
      yearly_seasonality: seasonOf(form['forecastSeasonalityYearly']),
      weekly_seasonality: seasonOf(form['forecastSeasonalityWeekly']),
      daily_seasonality: seasonOf(form['forecastSeasonalityDaily']),
      index,
    };
    return { steps: [{ operation: 'prophet', options }] };
  },
});

function periodsOf(form: RawForm): number {
  return readInteger(form['forecastPeriods']) ?? 10;
}

/** Yes, no, a number of waves, or null for what suits the data. */
function seasonOf(value: unknown): boolean | number | null {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return readInteger(value) ?? null;
}
