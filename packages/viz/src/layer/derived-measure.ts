import type { RawForm } from '@tessera/core/form-data';
import { numberText, t } from '@tessera/core/messages';
import { readInteger } from '../control-kinds/read.ts';

/**
 * What is drawn of a measure: its name, with the window and the share that the form makes of it.
 *
 * @param measure  the name of the measure, or of several
 */
export function derivedMeasure(measure: string, form: RawForm): string {
  const name = windowed(measure, form);
  const mode = form['contributionMode'];
  if (mode === 'row' || form['contribution'] === true) return t('Share of %(measure)s', { measure: name });
  return mode === 'column' ? t('%(measure)s, share of its series', { measure: name }) : name;
}

function windowed(measure: string, form: RawForm): string {
  const said = { measure, periods: numberText(Math.max(1, readInteger(form['rolling_periods']) ?? 1)) };
  switch (form['rolling_type']) {
    case 'mean':
      return t('%(measure)s, %(periods)s-period mean', said);
    case 'sum':
      return t('%(measure)s, %(periods)s-period sum', said);
    case 'std':
      return t('%(measure)s, %(periods)s-period standard deviation', said);
    case 'cumsum':
      return t('%(measure)s, running total', { measure });
    default:
      return measure;
  }
}
