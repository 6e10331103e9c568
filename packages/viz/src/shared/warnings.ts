import type { RawForm } from '@tessera/core/form-data';
import { numberText, t, tn } from '@tessera/core/messages';
import { asMetrics } from '@tessera/core/build-query';
import { additivityOf, nonAdditiveMetrics, nonAdditiveText, additivityByLabel } from '../layer/additivity.ts';
import { toNumber } from '../control-kinds/read.ts';
import type { Choice, PanelContext, Warning } from '../panel.ts';

/** Beside a row limit that cut the last result: the next greater one. */
export function warnOfCut(choices: readonly number[]) {
  return (form: RawForm, { result }: PanelContext): Warning | null => {
    const limit = result?.rowLimit ?? null;
    // A limit that was changed since says nothing about the last result.
    if (!result?.isCut || limit === null || limit !== (toNumber(form['row_limit']) ?? limit)) return null;
    const text = tn(
      'The result was cut at 1 row; there may be more.',
      'The result was cut at %(count)s rows; there may be more.',
      limit,
    );
    const next = choices.find((choice) => choice > limit);
    if (next === undefined) return { text };
    return {
      text,
      mend: { action: t('Raise to %s', numberText(next)), control: 'row_limit', value: next },
    };
  };
}

const READABLE_SERIES = 10;

/** Beside a series limit that leaves more series than can be distinguished. */
export function warnOfManySeries(form: RawForm, { result, limits }: PanelContext): Warning | null {
  const most = limits?.series ?? Number.POSITIVE_INFINITY;
  const limit = toNumber(form['limit']) ?? 0;
  if (!result || result.series <= most || (limit > 0 && limit < result.series)) return null;
  return {
    text: tn('1 series can hardly be told apart.', '%(count)s series can hardly be told apart.', result.series),
    mend: {
      action: tn('Show the greatest one', 'Show the greatest %(count)s', READABLE_SERIES),
      control: 'limit',
      value: READABLE_SERIES,
    },
  };
}

/** As many series as the last result had. */
export function offerAllSeries({ result }: PanelContext): readonly Choice[] {
  return result && result.series > 1
    ? [{ value: result.series, label: t('%s (as many as now)', numberText(result.series)) }]
    : [];
}

/** Beside a logarithmic axis over values that it cannot show. */
export const warnOfLogarithm = warnOfLog('logAxis');
export const warnOfLogScale = warnOfLog('y_log_scale');

function warnOfLog(control: string) {
  return (form: RawForm, { result }: PanelContext): Warning | null => {
    if (form[control] !== true || !result?.range || result.range[0] > 0) return null;
    return {
      text: t('Values of 0 and below have no place on a logarithmic axis.'),
      mend: { action: t('Use a linear axis'), control, value: false },
    };
  };
}

/**
 * Beside a setting that sums values: which metrics do not add up. Without a result only the aggregates of metrics tell.
 *
 * @param keys  the controls that hold the metrics
 * @param what  what follows from it
 */
export function warnOfSums(keys: readonly string[], what: () => string, isOn: (form: RawForm) => boolean = () => true) {
  return (form: RawForm, { result, metrics = [] }: PanelContext): Warning | null => {
    const known = Object.fromEntries(metrics.map(({ name, additivity }) => [name, additivity]));
    const context = { additivity: (label: string) => additivityByLabel({ ...known, ...result?.additivity }, label) };
    const apart = isOn(form)
      ? nonAdditiveMetrics(
          keys.flatMap((key) => asMetrics(form[key])),
          context,
        )
      : [];
    // What nobody knows yet is not said before an answer tells it.
    const sure = result ? apart : apart.filter((metric) => additivityOf(metric, context) !== 'unknown');
    return sure.length === 0 ? null : { text: `${nonAdditiveText(sure, what(), context)}.` };
  };
}
