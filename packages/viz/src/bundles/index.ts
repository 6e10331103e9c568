import type { RawForm } from '@tessera/core/form-data';
import type { AnyQueryBundle } from './bundle.ts';
import { contribution } from './contribution.ts';
import { forecast } from './forecast.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { seriesLimit } from './series-limit.ts';
import { timeComparison } from './time-comparison.ts';

/** The bundles that change what is asked; their keys may stand in the form of any saved chart. */
export const queryBundles: readonly AnyQueryBundle[] = [
  rolling,
  timeComparison,
  resample,
  contribution,
  forecast,
  seriesLimit,
];

/** What a saved form asks of bundles that its chart type does not have: 'Rolling window: mean of 7'. */
export function notDrawn(form: RawForm, controls: Readonly<Record<string, unknown>>): readonly string[] {
  return queryBundles.flatMap((bundle) => {
    const isMissing = Object.keys(bundle.controls).some(
      (key) => !Object.hasOwn(controls, key) && Object.hasOwn(form, key),
    );
    const asked = isMissing ? bundle.asks(form) : null;
    return asked === null ? [] : [`${bundle.name}: ${asked}`];
  });
}
