import { metricLabel } from '@tessera/core/form-data';
import { numberAt } from '@tessera/core/table';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { readRules } from '../../shared/conditional-formatting.ts';
import type { TotalForm } from './controls.ts';
import { type BigNumberModel, bigText, placeLines } from './model.ts';

/** One number and what it is. */
export function totalModel(results: readonly QueryResult[], form: TotalForm, context: ChartContext): BigNumberModel {
  const { width, height, theme } = context;
  const column = form.metric === null ? undefined : results[0]?.table.columns.get(metricLabel(form.metric));
  const value = numberAt(column, 0);
  const text = bigText(value, column?.kind === 'temporal', form, null, context);
  const rule =
    value === null ? undefined : readRules(form.conditional_formatting, theme).find((one) => one.matches(value));
  const name = metricName(form, context);
  const lines = placeLines(
    [
      {
        role: 'metric',
        text: form.show_metric_name ? name : '',
        size: form.metric_name_font_size * height,
        weight: 500,
        color: theme.textMuted,
      },
      { role: 'number', text, size: form.header_font_size * height, weight: 600, color: rule?.color ?? theme.text },
      {
        role: 'subtitle',
        text: form.subtitle,
        size: form.subtitle_font_size * height,
        weight: 400,
        color: theme.textMuted,
      },
    ],
    width,
    height,
  );
  return {
    width,
    height,
    fontFamily: theme.fontFamily,
    description: describeTotal(results, form, context),
    value,
    lines,
    trend: null,
  };
}

export function describeTotal(results: readonly QueryResult[], form: TotalForm, context: ChartContext): string {
  const column = form.metric === null ? undefined : results[0]?.table.columns.get(metricLabel(form.metric));
  const value = numberAt(column, 0);
  const text = value === null ? t('no data') : bigText(value, column?.kind === 'temporal', form, null, context);
  return `${metricName(form, context)}: ${text}.${form.subtitle === '' ? '' : ` ${form.subtitle}`}`;
}

function metricName(form: TotalForm, context: ChartContext): string {
  if (form.metric === null) return t('Big number');
  return typeof form.metric === 'string' ? context.verboseName(form.metric) : metricLabel(form.metric);
}
