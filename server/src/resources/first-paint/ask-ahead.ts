import type { PlacedStage } from '@tessera/core/layout/stage-sizes';
import type { Principal } from '../../principal.ts';
import type { ChartDataService } from '../chart-data/service.ts';
import { wishOf, type PageQuestion } from '../page-questions.ts';

/** A chart whose answer is not cached. */
export type OpenChart = { readonly chartId: number; readonly stage: PlacedStage; readonly question: PageQuestion };

/** px down a page, a tall window: what is further down asks when it comes near, if it ever does. */
const REACH_PX = 1_600;
/** px of the head of a card and of the room around it. */
const AROUND_PX = 70;
/**
 * The page has asked by then, or has left. From then on it is the only one who waits: a query that it stops ends in the
 * database.
 */
const LET_GO_MS = 4_000;

/**
 * Ask what a page is about to ask, while its scripts are on their way: its own requests find the same queries under
 * way, or answered. What fails here fails for the page too, which says so.
 */
export function askAhead(
  data: Pick<ChartDataService, 'announce' | 'answers'>,
  principal: Principal,
  dashboardId: number,
  charts: readonly OpenChart[],
): void {
  const signal = AbortSignal.timeout(LET_GO_MS);
  const begun = charts.map(({ chartId, question: { context, queries } }) => ({
    context,
    wish: { ...wishOf(chartId, dashboardId), announcement: data.announce(context.datasource.id, queries.length) },
  }));
  // All of them are announced before the first is asked, so that they share scans.
  for (const { context, wish } of begun)
    void data
      .answers(principal, context, wish, signal)
      .catch(() => undefined)
      .finally(wish.announcement.close);
}

/** The charts of a page that its window shows at once, as far as that is known before it is laid out. */
export function inReach(
  charts: readonly OpenChart[],
  stages: readonly PlacedStage[],
  width: number,
): readonly OpenChart[] {
  let area = 0;
  const seen = new Set(
    stages.filter(({ size }) => {
      const isSeen = area < width * REACH_PX;
      area += (size.width + AROUND_PX) * (size.height + AROUND_PX);
      return isSeen;
    }),
  );
  return charts.filter(({ stage }) => seen.has(stage));
}
