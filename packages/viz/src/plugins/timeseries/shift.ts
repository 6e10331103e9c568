import { metricLabel } from '@tessera/core/form-data';
import { comparisonOf, offsetsOf } from '../../bundles/compared-times.ts';
import type { Shifting } from '../../layer/shift.ts';
import { CHANGE_FORMAT, type FamilyForm } from './controls.ts';

/** What a form compares its series with. */
export function shiftingOf(form: Pick<FamilyForm, 'metrics' | 'time_compare' | 'comparison_type'>): Shifting {
  return { metrics: form.metrics.map(metricLabel), offsets: offsetsOf(form), as: comparisonOf(form) };
}

/** Whether the values are parts of one: shares, or changes as a part of what was. */
export function isPercent(form: Pick<FamilyForm, 'contributionMode' | 'time_compare' | 'comparison_type'>): boolean {
  return form.contributionMode !== null || isChange(form);
}

function isChange(form: Pick<FamilyForm, 'time_compare' | 'comparison_type'>): boolean {
  return offsetsOf(form).length > 0 && form.comparison_type === 'percentage';
}

/** A form whose numbers are written as what they are: parts of one as percentages, without a currency. */
export function withPercents(form: FamilyForm): FamilyForm {
  if (!isPercent(form)) return form;
  if (isChange(form)) return { ...form, y_axis_format: CHANGE_FORMAT, currency_format: null };
  const y_axis_format = form.y_axis_format.includes('%') ? form.y_axis_format : ',.1%';
  return { ...form, y_axis_format, currency_format: null };
}
