import { createHash } from 'node:crypto';
import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import { AppError } from '@tessera/core/errors/app-error';
import type { RawForm } from '@tessera/core/form-data';
import type { Translator } from '@tessera/core/messages';
import type { QueryContext } from '@tessera/core/query-object';
import { type StoredMetric, writtenMetrics } from '@tessera/viz/read-metric-formats';
import { vizEntryOf } from '@tessera/viz/registry';
import { LRUCache } from 'lru-cache';
import { verboseNames } from '../../chart-data/resolve/raw.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { createSemaphore } from '../../engines/admission/semaphore.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { Principal } from '../../principal.ts';
import type { DrawPicture } from './picture-thread.ts';
import type { ChartDataService } from '../chart-data/service.ts';
import type { ChartItem } from '../charts/schema.ts';
import { digestOf } from '../../render/thumbnail-url.ts';

export type ThumbnailService = ReturnType<typeof createThumbnailService>;

/** What of a chart its picture is made of. */
type DrawnChart = Pick<ChartItem, 'id' | 'version' | 'viz_type' | 'datasource_id' | 'datasource_type' | 'form_data'>;
type Needs = {
  /** A chart that the user may see. @throws AppError not_found */
  readonly charts: { readonly read: (principal: Principal, id: number) => Promise<DrawnChart> };
  readonly data: Pick<ChartDataService, 'answers'>;
  readonly datasets: (id: number) => Promise<ResolvedDataset | null>;
  /** Draws aside, within bounds of time and memory. */
  readonly draw: DrawPicture;
  readonly now: () => number;
};

type State = Omit<Needs, 'charts'> & {
  readonly images: LRUCache<string, Buffer>;
  /** By who looked at what, or by what alone: when it could not be drawn. */
  readonly failed: LRUCache<string, number>;
};

export type Wanted = {
  readonly chartId: number;
  readonly digest: string;
  readonly mode: 'light' | 'dark';
  readonly translator: Translator;
};
export type Thumbnail =
  | { readonly kind: 'picture'; readonly png: Buffer }
  /** The chart has changed since: its digest now. */
  | { readonly kind: 'moved'; readonly digest: string }
  /** It cannot be drawn for this reader: no rows that they may see, a broken question, too long a wait. */
  | { readonly kind: 'none' };

/** Of the drawing, in px; the image has twice as many pixels. */
const SIZE = { width: 400, height: 240 } as const;
const SCALE = 2;
/** A chart that takes longer is no thumbnail, and is left alone for a while. */
const PATIENCE_MS = 5_000;
const REST_MS = 10 * 60_000;
/** Answers of more bytes are no small picture. */
const MOST_BYTES = 16 * 1_048_576;
/** Rows of yesterday are good enough for a small picture. */
const STALE_OK_SECONDS = 86_400;

/**
 * Small pictures of saved charts, drawn on the server from the rows that the one who looks may see: each goes the way
 * of every question for data. Finished images are cached by what they show.
 */
export function createThumbnailService({ charts, data, datasets, draw, now }: Needs) {
  const images = new LRUCache<string, Buffer>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (png) => png.length });
  // What cannot be drawn is not tried again with every look at a list.
  const failed = new LRUCache<string, number>({ max: 10_000 });
  const turns = createSemaphore(2);

  const state: State = { data, datasets, draw, now, images, failed };
  return {
    /** The digest of a chart as it is now. @throws AppError not_found */
    digest: async (principal: Principal, chartId: number): Promise<string> =>
      digestOf(await charts.read(principal, chartId)),

    /** @throws AppError not_found for a chart that the user may not see */
    read: async (principal: Principal, wanted: Wanted, client: AbortSignal): Promise<Thumbnail> => {
      const chart = await charts.read(principal, wanted.chartId);
      const digest = digestOf(chart);
      if (digest !== wanted.digest) return { kind: 'moved', digest };
      const attempt = `${fairnessKeyOf(principal)} ${digest}`;
      const isResting = (key: string) => (failed.get(key) ?? 0) > now() - REST_MS;
      if (isResting(attempt) || isResting(digest)) return { kind: 'none' };
      const leave = await turns.enter(fairnessKeyOf(principal), client);
      try {
        const patience = AbortSignal.any([client, AbortSignal.timeout(PATIENCE_MS)]);
        const signals = { asking: patience, drawing: client };
        return { kind: 'picture', png: await pictureOf(state, principal, chart, wanted, signals) };
      } catch {
        if (!client.aborted) failed.set(attempt, now());
        return { kind: 'none' };
      } finally {
        leave();
      }
    },
  };
}

/** The image of a chart, drawn where none of the same is known. */
async function pictureOf(
  { data, datasets, draw, now, images, failed }: State,
  principal: Principal,
  chart: DrawnChart,
  wanted: Wanted,
  { asking, drawing }: { readonly asking: AbortSignal; readonly drawing: AbortSignal },
): Promise<Buffer> {
  const form: RawForm = chart.form_data;
  const { mode, translator } = wanted;
  const context = await contextOf(chart, form);
  const chunks = await data.answers(principal, context, { force: false, staleOkSeconds: STALE_OK_SECONDS }, asking);
  const answers = chunks.map((parts) => Buffer.concat(parts));
  const bytes = answers.reduce((sum, answer) => sum + answer.length, 0);
  if (bytes > MOST_BYTES) throw new AppError('payload_too_large', { limit: `${MOST_BYTES / 1_048_576} MB` });
  const dataset = chart.datasource_id === null ? null : await datasets(chart.datasource_id);
  const key = shownKey(
    [chart.id, chart.version, dataset?.versionKey, mode, translator.language, translator.locale],
    answers,
  );
  const known = images.get(key);
  if (known) return known;
  const png = await draw(
    {
      vizType: chart.viz_type,
      form,
      answers,
      ...SIZE,
      scale: SCALE,
      mode,
      catalogue: translator.catalogue,
      locale: translator.locale,
      verboseNames: dataset ? verboseNames(dataset) : {},
      metrics: dataset ? metricsOf(dataset) : [],
    },
    { signal: drawing, fairnessKey: fairnessKeyOf(principal) },
  ).catch((error: unknown) => {
    // A drawing that ends its thread does so for everybody who looks.
    if (endsThreads(error)) failed.set(wanted.digest, now());
    throw error;
  });
  images.set(key, png);
  return png;
}

/** What the chart asks, by the code that the browser asks by; its layers stay out of a small picture. */
async function contextOf(chart: DrawnChart, form: RawForm): Promise<QueryContext> {
  const entry = vizEntryOf(chart.viz_type);
  if (!entry || chart.datasource_id === null) throw new AppError('not_found', {});
  const viz = await entry.load();
  const { queries } = effectiveQuery(standalone(form), viz.buildQueries);
  return {
    datasource: { id: chart.datasource_id, type: chart.datasource_type },
    queries: queries.map((query) => ({ ...query, annotation_layers: [] })),
    form_data: { ...form },
    result_type: 'full',
  };
}

/** As the API names what of its metrics says how they are written. */
function metricsOf({ metrics }: ResolvedDataset): readonly StoredMetric[] {
  return writtenMetrics(
    metrics.map(({ name, d3format = null, currency = null }) => ({ metric_name: name, d3format, currency })),
  );
}

/** Tells what images show from each other, by everything that drawings are made of. */
function shownKey(about: readonly unknown[], answers: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(about));
  for (const answer of answers) hash.update(`\n${answer.length}\n`).update(answer);
  return hash.digest('base64');
}

function endsThreads(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'query_timeout' || error.code === 'engine_memory');
}
