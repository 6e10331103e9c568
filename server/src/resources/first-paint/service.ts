import { boundOfRows, DEFAULT_ROWS } from '@tessera/core/row-limit';
import { createHash } from 'node:crypto';
import { dashboardColors } from '@tessera/core/colors/dashboard-colors';
import type { Translator } from '@tessera/core/messages';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { hasExactSizes, stageSizes, type PlacedStage } from '@tessera/core/layout/stage-sizes';
import type { Layout } from '@tessera/core/layout/types';
import { filtersOf, readFilterEntries } from '@tessera/core/native-filters/definition';
import { openingMasks } from '@tessera/core/native-filters/opening-masks';
import { LRUCache } from 'lru-cache';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { Principal } from '../../principal.ts';
import type { DrawnStill } from '../../render/render-stills.ts';
import type { ChartDataService } from '../chart-data/service.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { DashboardService } from '../dashboards/service.ts';
import { paintedMarkup } from './markup.ts';
import { namelessDataset, namesAndFormats } from '../names-and-formats.ts';
import { layoutOf, questionOf, settingsOf, wishOf, type PageQuestion } from '../page-questions.ts';
import { askAhead, inReach, type OpenChart } from './ask-ahead.ts';
import type { PaintedChart } from './painted-chart.ts';
import { readReaderView, type ReaderView } from './reader-view.ts';
import type { DrawStills, StillsThread } from './stills-thread.ts';

type Needs = {
  readonly dashboards: Pick<DashboardService, 'read' | 'charts' | 'datasets'>;
  readonly data: Pick<ChartDataService, 'cachedAnswers' | 'answers' | 'announce'>;
  readonly thread: Pick<StillsThread, 'draw' | 'isWarm'>;
  /** Waits so many milliseconds, and does not hold up the end of the process. */
  readonly pause: (ms: number) => Promise<void>;
};
type Pictures = readonly (DrawnStill | null)[];
type State = Needs & {
  readonly drawn: LRUCache<string, Pictures>;
  /** What is being drawn, so that readers of one moment wait for one drawing. */
  readonly drawing: Map<string, Promise<Pictures>>;
  /** Pages whose pictures are drawn for the next look at them. */
  readonly ahead: Set<string>;
};

/** `data`: JSON text of what the page takes over. */
export type FirstPaint = { readonly markup: string; readonly data: string; readonly isWhole: boolean };
export type PaintAsked = {
  readonly principal: Principal;
  readonly key: string;
  readonly cookies: string | undefined;
  /** The browser fetches the page before its reader asks for it, if ever. */
  readonly isPrefetch: boolean;
  readonly translator: Translator;
};

/** The document waits no longer for answers, and no longer for pictures. */
const ANSWERS_MS = 150;
const PICTURES_MS = 400;
const DRAWING_MS = 10_000;
/** Answers that go with the page, of one chart and of all. */
const MOST_OF_ONE = 192 * 1024;
const MOST_OF_ALL = 768 * 1024;
const MOST_CHARTS = 40;
/** After a page that began without all of its pictures they are looked for again: its charts are answered by then. */
const AHEAD_MS = [3_000, 7_000];
const MOST_AHEAD = 20;

/**
 * What a dashboard shows before any script has run: its layout, and the pictures of all charts whose answers are cached
 * for this reader. Every answer goes the way of `/chart/data`: nobody is shown what they may not ask.
 */
export function createFirstPaintService(needs: Needs) {
  const state: State = {
    ...needs,
    drawing: new Map(),
    ahead: new Set(),
    drawn: new LRUCache({
      maxSize: 32 * 1024 * 1024,
      sizeCalculation: (set) => set.reduce((sum, one) => sum + (one?.svg.length ?? 0), 1),
    }),
  };
  return {
    /** @throws AppError not_found for a dashboard that the reader may not see */
    paint: async (asked: PaintAsked): Promise<FirstPaint> => {
      // The first pictures of a thread take seconds of the machine on which their reader waits for the page itself.
      const { isComplete, ...shown } = await paint(state, asked, state.thread.isWarm() ? 'soon' : 'known');
      if (!isComplete) void drawAhead(state, asked);
      return shown;
    },
  };
}

/** Who opens a dashboard first has its charts asked; who opens it next, and that may be the same, has its pictures. */
async function drawAhead(state: State, asked: PaintAsked): Promise<void> {
  const name = JSON.stringify([fairnessKeyOf(asked.principal), asked.key, readReaderView(asked.cookies)]);
  if (state.ahead.has(name) || state.ahead.size >= MOST_AHEAD) return;
  state.ahead.add(name);
  try {
    for (const ms of AHEAD_MS) {
      await state.pause(ms);
      if ((await paint(state, asked, ms === AHEAD_MS.at(-1) ? 'all' : 'whole')).isComplete) return;
    }
  } catch {
    // It is the next page's to find out what is wrong.
  } finally {
    state.ahead.delete(name);
  }
}

/**
 * Which pictures a page has: those that are `known` already, those that are there `soon`, `all` however long it takes,
 * or all of them once every chart is answered.
 */
type Wanted = 'known' | 'soon' | 'all' | 'whole';

type Shown = FirstPaint & {
  /** Every chart has its picture. */
  readonly isComplete: boolean;
};

async function paint(state: State, asked: PaintAsked, wanted: Wanted): Promise<Shown> {
  const { principal, key, translator } = asked;
  const { dashboards } = state;
  const [item, charts, datasets] = await Promise.all([
    dashboards.read(principal, key),
    dashboards.charts(principal, key),
    dashboards.datasets(principal, key),
  ]);
  const settings = settingsOf(item.json_metadata);
  const layout = layoutOf(item.position_json, charts);
  const view = readReaderView(asked.cookies);
  const room = roomOf(view, settings);
  const stages = stageSizes(layout, room);
  const { found, open } = await answersOf(state, principal, { id: item.id, settings, layout, charts, stages });
  if ((wanted === 'known' || wanted === 'soon') && !asked.isPrefetch)
    askAhead(state.data, principal, item.id, inReach(open, stages, room.width - room.beside));
  const names = new Map(datasets.map((dataset) => [dataset.id, namesAndFormats(dataset)]));
  const request = {
    mode: view.mode,
    colors: { ...dashboardColors(settings), order: chartIdsOf(layout) },
    catalogue: translator.catalogue,
    locale: translator.locale,
    // Whose answers are not there yet will be drawn soon: the thread has their code by then.
    types: [...new Set(charts.map(({ viz_type: type }) => type))],
    stills: found.map(({ chart, stage, queries, form, answers }) => ({
      chartId: chart.id,
      vizType: chart.viz_type,
      form,
      answers,
      rowLimits: queries.map(({ row_limit: limit }) => boundOfRows(limit, DEFAULT_ROWS)),
      ...stage.size,
      ...((chart.datasource_id === null ? undefined : names.get(chart.datasource_id)) ?? namelessDataset),
    })),
  };
  const isAnswered = found.length === stages.length;
  const pictures = await picturesOf(state, principal, request, wanted === 'whole' && !isAnswered ? 'known' : wanted);
  const painted = found.flatMap((one, at) => {
    const picture = pictures[at];
    return picture ? [{ ...one, picture }] : [];
  });
  return {
    markup: paintedMarkup({
      title: item.dashboard_title,
      layout,
      charts,
      view,
      painted,
      filters: filtersPlace(view, settings),
    }),
    data: dataOf(view, translator, painted),
    isComplete: painted.length === stages.length,
    isWhole: painted.length === stages.length && view.isKnown && hasExactSizes(room),
  };
}

const RAIL_PX = 280;

/** As `useFilterSlots` of the page. */
function filtersPlace(view: ReaderView, settings: Readonly<Record<string, unknown>>): 'rail' | 'strip' | null {
  if (filtersOf(readFilterEntries(settings)).length === 0) return null;
  const isStrip = view.hidesFilters || view.width < 640 || settings['filter_bar_orientation'] === 'HORIZONTAL';
  return isStrip ? 'strip' : 'rail';
}

function roomOf(view: ReaderView, settings: Readonly<Record<string, unknown>>) {
  return {
    width: view.width,
    beside: filtersPlace(view, settings) === 'rail' ? RAIL_PX : 0,
    isCompact: view.isCompact,
  };
}

type Page = {
  readonly id: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly layout: Layout;
  readonly charts: readonly ChartItem[];
  readonly stages: readonly PlacedStage[];
};

/**
 * The charts whose answers are cached, in reading order, as far as they fit into a page; and those that would have to
 * be asked.
 */
async function answersOf(
  state: State,
  principal: Principal,
  page: Page,
): Promise<{ readonly found: readonly PaintedChart[]; readonly open: readonly OpenChart[] }> {
  const masksOf = openingMasks(page.settings, page.layout);
  const byId = new Map(page.charts.map((chart) => [chart.id, chart]));
  const patience = AbortSignal.timeout(ANSWERS_MS);
  const asked = page.stages.slice(0, MOST_CHARTS).map(async (stage) => {
    const chart = byId.get(stage.chartId);
    const masks = chart && masksOf(chart.id);
    if (!chart || !masks) return null;
    try {
      const question = await questionOf(chart, masks);
      if (!question) return null;
      const chunks = await cachedOf(state, principal, question, wishOf(chart.id, page.id), patience);
      if (chunks === null) return { open: { chartId: chart.id, stage, question } };
      const answers = chunks.map((parts) => Buffer.concat(parts).toString('utf8'));
      return { found: { chart, stage, ...question, answers } };
    } catch {
      // A question that fails is the page's to ask and to explain.
      return null;
    }
  });
  const all = (await Promise.all(asked)).flatMap((one) => one ?? []);
  let room = MOST_OF_ALL;
  const found = all
    .flatMap((one) => ('found' in one ? [one.found] : []))
    .filter(({ answers }) => {
      const size = answers.reduce((sum, answer) => sum + answer.length, 0);
      if (size > MOST_OF_ONE || size > room) return false;
      room -= size;
      return true;
    });
  return { found, open: all.flatMap((one) => ('open' in one ? [one.open] : [])) };
}

/** @returns null where a database would have to be asked, or nobody can say in time */
function cachedOf(
  { data }: State,
  principal: Principal,
  { context }: PageQuestion,
  wish: ReturnType<typeof wishOf>,
  patience: AbortSignal,
) {
  return data.cachedAnswers(principal, context, wish, patience).catch((error: unknown) => {
    if (patience.aborted) return null;
    throw error;
  });
}

/** Drawn once for the same answers, sizes, colours and words; what takes too long is there for the next reader. */
async function picturesOf(
  state: State,
  principal: Principal,
  request: Parameters<DrawStills>[0],
  wanted: Wanted,
): Promise<Pictures> {
  const { catalogue, ...shown } = request;
  const key = createHash('sha256')
    .update(JSON.stringify([catalogue.locale, shown]))
    .digest('base64');
  const known = state.drawn.get(key);
  if (known) return known;
  const made = state.drawing.get(key) ?? (wanted === 'known' ? null : startDrawing(state, principal, request, key));
  if (made === null || request.stills.length === 0) return [];
  if (wanted !== 'known' && wanted !== 'soon') return made;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly null[]>((resolve) => {
    timer = setTimeout(() => resolve([]), PICTURES_MS);
  });
  return Promise.race([made, late]).finally(() => clearTimeout(timer));
}

function startDrawing(
  { thread, drawn, drawing }: State,
  principal: Principal,
  request: Parameters<DrawStills>[0],
  key: string,
): Promise<Pictures> {
  const made = thread
    .draw(request, { signal: AbortSignal.timeout(DRAWING_MS), fairnessKey: fairnessKeyOf(principal) })
    .then((set) => {
      if (request.stills.length > 0) drawn.set(key, set);
      return set;
    })
    .catch((): Pictures => [])
    .finally(() => drawing.delete(key));
  drawing.set(key, made);
  return made;
}

function dataOf(
  view: ReaderView,
  { language }: Translator,
  painted: readonly (PaintedChart & { readonly picture: DrawnStill })[],
): string {
  const charts = painted.map(({ chart, stage, key, answers, picture }) => {
    const head = JSON.stringify({
      chartId: chart.id,
      componentId: stage.componentId,
      key,
      width: stage.size.width,
      height: picture.height,
    });
    return `${head.slice(0, -1)},"answers":[${answers.join(',')}]}`;
  });
  return `{"mode":"${view.mode}","language":${JSON.stringify(language)},"charts":[${charts.join(',')}]}`;
}
