import { boundOfRows, DEFAULT_ROWS } from '@tessera/core/row-limit';
import type { Translator } from '@tessera/core/messages';
import type { Answers } from './collect.ts';
import type { SheetRequest } from './draw-dashboard.ts';
import type { Asked, Plan, PlannedCard } from './plan.ts';

/** What the thread draws of a plan and its answers. */
export function sheetRequest(
  plan: Plan,
  answers: readonly Answers[],
  { mode, translator }: Asked,
  scale: number,
): SheetRequest {
  return {
    title: plan.title,
    mode,
    width: plan.width,
    height: plan.height,
    least: plan.least,
    most: plan.most,
    frames: plan.frames,
    colors: plan.colors,
    cards: plan.cards.map((card, at) => {
      const answer = answers[at] ?? null;
      return {
        componentId: card.componentId,
        title: card.title,
        words: wordsFor(card, answer, translator),
        still: answer === null ? null : stillOf(card, answer),
      };
    }),
    scale,
    withPdf: plan.kind === 'screenshot',
    catalogue: translator.catalogue,
    locale: translator.locale,
  };
}

/** What stands in the place of a drawing. */
function wordsFor({ chart }: PlannedCard, answer: Answers, { t }: Translator): string {
  if (chart === null) return t('This chart is not shared with you, or was deleted.');
  return answer === null ? t('This chart has no picture.') : t('No results were returned for this query');
}

function stillOf({ chart, question, size, verboseNames, metrics }: PlannedCard, answers: readonly string[]) {
  if (chart === null || question === null) return null;
  return {
    chartId: chart.id,
    vizType: chart.viz_type,
    form: question.form,
    answers,
    rowLimits: question.queries.map(({ row_limit: limit }) => boundOfRows(limit, DEFAULT_ROWS)),
    ...size,
    verboseNames,
    metrics,
  };
}
