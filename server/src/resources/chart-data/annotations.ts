import {
  needsRecords,
  NATIVE_COLUMNS,
  readAnnotationLayers,
  type AnnotationLayer,
} from '@tessera/core/annotations/layer';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import type { QueryContext } from '@tessera/core/query-object';
import { unshiftMoment } from '@tessera/core/time-range/shift';
import { queryContextOf } from '@tessera/viz/query-context';
import { vizEntryOf } from '@tessera/viz/registry';
import { message } from '@tessera/core/messages';
import { can, type Principal } from '../../principal.ts';
import { annotationSource } from '../../chart-data/annotation-source.ts';
import type { DatasetReader } from '../../chart-data/access/authorise.ts';
import { isDatasetKind, readDatasource } from '../../chart-data/dataset-kind.ts';
import { limits } from '../../chart-data/limits.ts';
import { textOf } from '../../chart-data/values/chunks.ts';
import type { Annotate, DataRequest, Pipeline } from '../../chart-data/pipeline.ts';
import { parseExact } from '../../engines/drivers/http/exact-json.ts';
import type { LayerStore } from '../annotation-layers/store.ts';
import type { ChartItem } from '../charts/schema.ts';
import { readContext } from './schema.ts';

type Needs = {
  readonly layers: Pick<LayerStore, 'layerName' | 'marks'>;
  /** A chart that the user may see. @throws AppError not_found */
  readonly charts: {
    readonly read: (
      principal: Principal,
      id: number,
    ) => Promise<
      Pick<
        ChartItem,
        'id' | 'query_context' | 'cache_timeout' | 'form_data' | 'viz_type' | 'datasource_id' | 'datasource_type'
      >
    >;
  };
  readonly answers: Pipeline['answers'];
  readonly datasets: DatasetReader;
};

/** Rows of result type `results`. */
type Rows = {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly colnames: readonly string[];
  readonly coltypes: readonly number[];
};
type Records = { readonly columns: readonly string[]; readonly records: readonly Readonly<Record<string, unknown>>[] };

const TEMPORAL = 2;

/**
 * What the layers of a query draw, as JSON by the name of the layer; '{}' for none.
 *
 * Charts are asked through the pipeline as the same user: their datasets, row-level rules and limits hold here too.
 */
export function createAnnotate(needs: Needs): Annotate {
  return async (request, given, around) => {
    if (Array.isArray(given) && given.length > limits.sentAnnotationLayers) throw tooMany(limits.sentAnnotationLayers);
    const wanted = readAnnotationLayers(given).filter(needsRecords);
    if (wanted.length > limits.annotationLayers) throw tooMany(limits.annotationLayers);
    const found = await Promise.all(
      wanted.map(async (layer) => [layer.name, await recordsOf(needs, request, layer, around)] as const),
    );
    const fields = [...new Map(found)].map(([name, records]) => `${printExactJson(name)}:${printExactJson(records)}`);
    return `{${fields.join(',')}}`;
  };
}

async function native(
  needs: Needs,
  principal: Principal,
  layer: AnnotationLayer,
  { since, until }: Parameters<Annotate>[2]['range'],
): Promise<Records> {
  const id = idOf(layer);
  if (id === null || !can(principal, 'can_read', 'Annotation') || (await needs.layers.layerName(id)) === null)
    throw failed(layer, 'the annotation layer does not exist');
  const marks = await needs.layers.marks(id, isoOf(since), isoOf(until));
  const records = marks.map((mark) => ({
    ...mark,
    start_dttm: Date.parse(mark.start_dttm),
    end_dttm: Date.parse(mark.end_dttm),
  }));
  return { columns: NATIVE_COLUMNS, records };
}

async function ofChart(
  needs: Needs,
  request: DataRequest,
  layer: AnnotationLayer,
  { query }: Parameters<Annotate>[2],
): Promise<Records> {
  const id = idOf(layer);
  const chart = id === null ? null : await needs.charts.read(request.principal, id).catch(absent);
  if (!chart) throw failed(layer, 'the chart does not exist');
  const context = await contextOf(layer, chart);
  const [first] = context.queries;
  if (!first) throw failed(layer, 'the chart asks for no data');
  const { id: datasetId, kind } = readDatasource(context.datasource);
  const dataset = datasetId !== null && isDatasetKind(kind) ? await needs.datasets(datasetId) : null;
  const asked = annotationSource(first, layer, query, dataset?.mainTimeColumn ?? null);
  const cache = {
    ...request.cache,
    requestTimeout: context.custom_cache_timeout ?? null,
    chartTimeout: chart.cache_timeout,
  };
  // Through a dashboard the source is asked through it too: it has to stand there, or be readable by itself.
  const madeFrom = request.path?.kind === 'dashboard' && { chartId: chart.id, dashboardId: request.path.dashboardId };
  const [answer = []] = await needs.answers({
    ...request,
    cache,
    ...(madeFrom && { madeFrom }),
    context: { datasource: context.datasource, queries: [asked], result_type: 'results' },
  });
  const rows = parseExact(textOf(answer)) as Rows;
  const shift = asked.time_shift;
  return {
    columns: rows.colnames,
    records:
      shift && layer.overrides.time_shift !== undefined ? moved(rows, shift, dataset?.timeZone ?? 'UTC') : rows.data,
  };
}

async function recordsOf(
  needs: Needs,
  request: DataRequest,
  layer: AnnotationLayer,
  around: Parameters<Annotate>[2],
): Promise<Records> {
  try {
    if (layer.sourceType === 'NATIVE' && layer.annotationType !== 'TIME_SERIES')
      return await native(needs, request.principal, layer, around.range);
    if (layer.sourceType === 'line' || layer.sourceType === 'table')
      return await ofChart(needs, request, layer, around);
    throw failed(layer, 'its source is not known');
  } catch (error) {
    // What passes by itself, such as a timeout, is reported as it is.
    if (!(error instanceof AppError) || error.code === 'annotation_failed' || ![400, 403, 404].includes(error.status))
      throw error;
    throw new AppError(
      'annotation_failed',
      { layer: layer.name, reason: error.message.replace(/^Error: /, '') },
      { cause: error },
    );
  }
}

/** What a chart asks for: as it was saved, or as its form says. */
async function contextOf(
  layer: AnnotationLayer,
  chart: Awaited<ReturnType<Needs['charts']['read']>>,
): Promise<QueryContext> {
  if (chart.query_context) return readContext({ form_data: chart.query_context });
  const entry = vizEntryOf(chart.viz_type);
  if (!entry || chart.datasource_id === null) throw failed(layer, 'the chart asks for no data');
  return readContext(
    queryContextOf(chart.form_data, await entry.load(), { id: chart.datasource_id, type: chart.datasource_type }),
  );
}

/** Rows of another time, at the time of the chart that they are drawn on. */
function moved({ data, colnames, coltypes }: Rows, shift: string, zone: string): Rows['data'] {
  const times = colnames.filter((_, index) => coltypes[index] === TEMPORAL);
  return data.map((row) => ({
    ...row,
    ...Object.fromEntries(
      times.map((name) => [name, typeof row[name] === 'number' ? unshiftMoment(row[name], shift, zone) : row[name]]),
    ),
  }));
}

function idOf({ value }: AnnotationLayer): number | null {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

function isoOf(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

function failed({ name }: AnnotationLayer, reason: string): AppError {
  return new AppError('annotation_failed', { layer: name, reason });
}

function tooMany(most: number): AppError {
  return new AppError('incorrect_request', {
    reason: message('there are too many annotation layers; at most %(most)s are allowed', { most }),
  });
}

function absent(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}
