import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { Principal } from '../../principal.ts';
import type { ChartDataService } from '../chart-data/service.ts';
import { wishOf } from '../page-questions.ts';
import type { Plan, PlannedCard } from './plan.ts';
import type { LRUCache } from 'lru-cache';

type Needs = {
  readonly data: Pick<ChartDataService, 'answers' | 'cachedAnswers'>;
  /** By who asked what: when it could not be answered. */
  readonly failed: LRUCache<string, number>;
  readonly now: () => number;
};

/** Answers of one chart, one per query, as JSON; null where there are none. */
export type Answers = readonly string[] | null;
export type Collected = {
  /** In the order of the cards of the plan. */
  readonly answers: readonly Answers[];
  /** Cards whose charts can be asked, and were not answered. */
  readonly missing: readonly PlannedCard[];
};

/** Rows of yesterday are good enough for a picture. */
const STALE_OK_SECONDS = 86_400;
/** What was asked for a picture is there until the picture is fetched, also where nothing is cached otherwise. */
const KEEP_SECONDS = 600;
/** A chart that could not be answered is left alone for a while. */
const REST_MS = 10 * 60_000;
const AT_ONCE = 4;
/** Answers of more bytes are no part of a picture. */
const MOST_OF_ONE = 4 * 1_048_576;
const MOST_OF_ALL = 24 * 1_048_576;

/** The answers that this reader may have at once, by the way of every question; no database is asked. */
export async function collectCached(needs: Needs, principal: Principal, plan: Plan, signal: AbortSignal) {
  return collect(needs, principal, plan, async ({ chart, question }) => {
    if (chart === null || question === null) return null;
    return needs.data.cachedAnswers(principal, question.context, wishFor(plan, chart.id), signal);
  });
}

/** The answers that this reader may have, asked of the databases where they are not cached. */
export async function collectAsked(
  needs: Needs,
  principal: Principal,
  plan: Plan,
  { signal, force = false }: { readonly signal: AbortSignal; readonly force?: boolean },
): Promise<Collected> {
  return collect(needs, principal, plan, async (card) => {
    const { chart, question } = card;
    if (chart === null || question === null || isResting(needs, principal, card)) return null;
    // What there was no time for is not to blame.
    if (signal.aborted) return null;
    try {
      return await needs.data.answers(principal, question.context, { ...wishFor(plan, chart.id), force }, signal);
    } catch {
      if (!signal.aborted || isTimeout(signal)) needs.failed.set(attemptOf(principal, card), needs.now());
      return null;
    }
  });
}

function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function wishFor({ dashboardId, addressed }: Plan, chartId: number) {
  const wish = wishOf(chartId, dashboardId);
  return {
    ...wish,
    addressed: { ...addressed, ...wish.addressed },
    staleOkSeconds: STALE_OK_SECONDS,
    keepAtLeastSeconds: KEEP_SECONDS,
  };
}

type Chunks = readonly (readonly Uint8Array[])[];

/** A few at a time; a chart that stands twice asks once. */
async function collect(
  needs: Needs,
  principal: Principal,
  plan: Plan,
  ask: (card: PlannedCard) => Promise<Chunks | null>,
): Promise<Collected> {
  const found = new Map<string, Answers>();
  const first = [...new Map(plan.cards.map((card) => [keyOf(card), card])).values()];
  let [next, room] = [0, MOST_OF_ALL];
  const work = async (): Promise<void> => {
    for (let card = first[next++]; card !== undefined; card = first[next++]) {
      const chunks = await ask(card).catch(() => null);
      const answers = chunks?.map((parts) => Buffer.concat(parts).toString('utf8')) ?? null;
      const size = answers?.reduce((sum, answer) => sum + answer.length, 0) ?? 0;
      const fits = size <= MOST_OF_ONE && size <= room;
      if (fits) room -= size;
      found.set(keyOf(card), fits ? answers : []);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const answers = plan.cards.map((card) => found.get(keyOf(card)) ?? null);
  const missing = plan.cards.filter(
    (card, at) => card.question !== null && answers[at] === null && !isResting(needs, principal, card),
  );
  // Too large an answer is one, and is not drawn.
  return { answers: answers.map((one) => (one?.length === 0 ? null : one)), missing };
}

function keyOf({ chart, question, componentId }: PlannedCard): string {
  return question === null || chart === null ? componentId : `${chart.id} ${question.key}`;
}

function attemptOf(principal: Principal, card: PlannedCard): string {
  return `${fairnessKeyOf(principal)} ${keyOf(card)}`;
}

function isResting({ failed, now }: Needs, principal: Principal, card: PlannedCard): boolean {
  return (failed.get(attemptOf(principal, card)) ?? Number.NEGATIVE_INFINITY) > now() - REST_MS;
}
