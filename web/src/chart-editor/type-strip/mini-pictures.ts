import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import type { RawForm } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import type { Shown } from '../../chart/use-chart.ts';
import { longRows } from './long-rows.ts';
import { answerFor } from './reshape.ts';

/** The size that small pictures are drawn at; they are shown at a third of it. */
export const MINI = { width: 168, height: 108 } as const;

/** What another type would be given to draw, made from what is shown; null where the rows do not tell. */
export function answersFor(shown: Shown, viz: AnyViz, form: RawForm): readonly QueryResult[] | null {
  const [asked] = shown.effective.queries;
  const [first] = shown.results;
  if (!asked || !first) return null;
  const long = longRows(asked, first);
  if (!long || long.rows.length === 0) return null;
  const answers = effectiveQuery(standalone(form), viz.buildQueries).queries.map((query) =>
    answerFor(query, long, first),
  );
  const whole = answers.filter((answer) => answer !== null);
  return whole.length === answers.length && whole.length > 0 ? whole : null;
}

/** A small picture as an address that an image can show; null where it cannot be drawn from these rows. */
export async function miniOf(shown: Shown, viz: AnyViz, form: RawForm, context: ChartContext): Promise<string | null> {
  try {
    const isSame = viz.type === shown.loaded.viz.type;
    const answers = isSame && isSmall(shown) ? shown.results : answersFor(shown, viz, form);
    if (!answers || (!isSame && viz.whyEmpty(answers, form) !== null)) return null;
    const { drawMini } = await import('@tessera/viz/draw-mini');
    const svg = await drawMini(viz, answers, form, context);
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  } catch {
    // A type that these rows surprise has its usual thumbnail.
    return null;
  }
}

const SMALL_ROWS = 1200;

function isSmall({ results }: Shown): boolean {
  return results.every(({ table }) => table.rowCount <= SMALL_ROWS);
}
