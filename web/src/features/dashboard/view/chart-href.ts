import type { EffectiveQuery } from '@tessera/core/effective-query/effective-query';
import { printExactJson } from '@tessera/core/exact-json';
import { hrefOf } from '@tessera/core/pages';

/**
 * Where a chart is explored as it stands on the dashboard: with its colours, and with what filters add to its form, so
 * that the same question is asked there. Without filters the address names the chart alone.
 *
 * @param effective Null before the chart's type is known.
 */
export function chartHref(chartId: number, dashboardId: number | null, effective: EffectiveQuery | null): string {
  const parameters = new URLSearchParams({ slice_id: String(chartId) });
  if (dashboardId !== null) parameters.set('from_dashboard', String(dashboardId));
  const added = effective ? addedTo(effective) : [];
  if (added.length > 0) parameters.set('form_data', printExactJson(Object.fromEntries(added)));
  return hrefOf('explore', {}, parameters);
}

/** The parts of the form that the saved chart does not have. */
function addedTo({ input, form }: EffectiveQuery): readonly (readonly [string, unknown])[] {
  return Object.entries(form).filter(([key, value]) => input.form[key] !== value);
}
