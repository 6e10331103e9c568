import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { type Box, type Mark, rowFilters } from '../../marks.ts';
import type { WordCloudForm } from './controls.ts';
import { boundsOf, cloudArea, layOut, type PlacedWord } from './layout.ts';
import { readWords, type Word } from './words.ts';

/** One mark per word that found a place. */
export function wordCloudMarks(
  results: readonly QueryResult[],
  form: WordCloudForm,
  context: ChartContext,
): readonly Mark[] {
  const [result] = results;
  if (!result) return [];
  const { placed } = layOut(result, readWords(result, form, context).words, form, cloudArea(context));
  return placed.map((one) => ({ ...wordMark(one.word, form, context), at: boxOf(one) }));
}

export function wordMark({ key, text, cell, value }: Word, form: WordCloudForm, context: ChartContext): Mark {
  return {
    key,
    name: `${text}: ${metricWriter(form.metric, context).exact(value)}`,
    series: null,
    datum: {
      ...(form.series === null ? {} : { [columnLabel(form.series)]: cell }),
      ...(form.metric === null ? {} : { [metricLabel(form.metric)]: value }),
    },
    filters: form.series === null ? [] : rowFilters([{ column: form.series, cell, text }]),
  };
}

function boxOf(placed: PlacedWord): Box {
  const { width, height } = boundsOf(placed);
  return { x: placed.x - width / 2, y: placed.y - height / 2, width, height };
}
