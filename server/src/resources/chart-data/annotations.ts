import {
  needsRecords,
  NATIVE_COLUMNS,
  readAnnotationLayers,
  type AnnotationLayer,
} from '@tessera/core/annotations/layer';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import type { QueryContext, QueryObject } from '@tessera/core/query-object';
import { unshiftMoment } from '@tessera/core/time-range/shift';
import { uniqueNames } from '@tessera/core/unique-names';
import type { QueryResult, RowFacts } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { isCut } from '@tessera/viz/layer/limit';
import { askUntilWhole } from '@tessera/viz/layer/series-cut';
import { queryContextOf } from '@tessera/viz/query-context';
import { readQueryResult } from '@tessera/viz/read-result';
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
import { readPlace } from '../read-place.ts';
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

/** One answer of a source chart, with its rows as they travel. */
type Answer = QueryResult & RowFacts & { readonly rows: Rows };
type Rows = {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly colnames: readonly string[];
  readonly coltypes: readonly number[];
};
type Records = {
  readonly columns: readonly string[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly series_cut?: { readonly shown: number; readonly of: number | null; readonly has_others: boolean };
  readonly row_limit?: number;
  /** Columns of instants in UTC. */
  readonly moments?: readonly string[];
};

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
  request: DataRequest,
  layer: AnnotationLayer,
  { since, until }: Parameters<Annotate>[2]['range'],
): Promise<Records> {
  const id = idOf(layer);
  if (id === null || !(await mayReadLayer(needs, request, id)) || (await needs.layers.layerName(id)) === null)
    throw failed(layer, 'the annotation layer does not exist');
  const marks = await needs.layers.marks(id, isoOf(since), isoOf(until));
  const records = marks.map((mark) => ({
    ...mark,
    start_dttm: Date.parse(mark.start_dttm),
    end_dttm: Date.parse(mark.end_dttm),
  }));
  return { columns: NATIVE_COLUMNS, records };
}

/** Whoever reads a chart reads the layers that it was saved with: they belong to its picture. */
async function mayReadLayer(needs: Needs, { principal, path, context, addressed }: DataRequest, id: number) {
  if (can(principal, 'can_read', 'Annotation')) return true;
  const place = readPlace(context, addressed ?? {});
  if (place?.kind !== 'chart') return false;
  // Through a dashboard the form is the saved one already, and its chart need not be readable by itself.
  const form =
    path?.kind === 'dashboard'
      ? context.form_data
      : (await needs.charts.read(principal, place.chartId).catch(absent))?.form_data;
  return readAnnotationLayers(form?.['annotation_layers']).some(
    (layer) => layer.sourceType === 'NATIVE' && idOf(layer) === id,
  );
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
  const { id: datasetId, kind } = readDatasource(context.datasource);
  const dataset = datasetId !== null && isDatasetKind(kind) ? await needs.datasets(datasetId) : null;
  const queries = sourcesOf(layer, context).map((source) =>
    annotationSource(source, layer, query, dataset?.mainTimeColumn ?? null),
  );
  if (queries.length === 0) throw failed(layer, 'the chart asks for no data');
  const cache = {
    ...request.cache,
    requestTimeout: context.custom_cache_timeout ?? null,
    chartTimeout: chart.cache_timeout,
  };
  // Through a dashboard the source is asked through it too: it has to stand there, or be readable by itself.
  const madeFrom = request.path?.kind === 'dashboard' && { chartId: chart.id, dashboardId: request.path.dashboardId };
  const asked = { ...request, cache, ...(madeFrom && { madeFrom }) };
  const viz = (await vizEntryOf(chart.viz_type)?.load()) ?? null;
  const answers = await wholeAnswers(queries, viz, chart.form_data, async (more) => {
    const texts = await needs.answers({ ...asked, context: { datasource: context.datasource, queries: [...more] } });
    return texts.map((text, at) => answerOf(parseExact(textOf(text)), more[at]));
  });
  const isMoved = layer.overrides.time_shift !== undefined;
  return joined(
    answers.map((answer, at) => {
      const shift = isMoved ? queries[at]?.time_shift : undefined;
      return shift ? { ...answer, rows: moved(answer.rows, shift, dataset?.timeZone ?? 'UTC') } : answer;
    }),
  );
}

/** The queries that make one picture over the first one's axis; marks are the rows of the first alone. */
function sourcesOf({ annotationType }: AnnotationLayer, { queries }: QueryContext): readonly QueryObject[] {
  const axisOf = (query: QueryObject | undefined) => JSON.stringify(query?.columns?.[0]);
  const isAlone = annotationType !== 'TIME_SERIES' || axisOf(queries[0]) === undefined;
  return queries.filter((query, at) => at === 0 || (!isAlone && axisOf(query) === axisOf(queries[0])));
}

/** As the chart itself asks: once more where the row limit cut its series in the middle. */
async function wholeAnswers(
  queries: readonly QueryObject[],
  viz: AnyViz | null,
  form: ChartItem['form_data'],
  ask: (queries: readonly QueryObject[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const first = await ask(queries);
  if (viz === null) return first;
  const again = (found: readonly Answer[], asked: readonly QueryObject[]) => viz.again(found, form, asked);
  // What is asked once more may be refused: the first answer is better than none, and says that it was cut.
  return askUntilWhole(queries, first, again, ask).catch(() => first);
}

function answerOf(json: unknown, query: QueryObject | undefined): Answer {
  const rows = json as Rows & { readonly sql_rowcount: number };
  return { ...readQueryResult(json), rows, sqlRowCount: rows.sql_rowcount, rowLimit: query?.row_limit ?? null };
}

/** The answers as one: columns behind the axis that have the same name are counted. */
function joined(answers: readonly Answer[]): Records {
  const axis = answers[0]?.rows.colnames[0];
  const columns = answers.flatMap(({ rows }) => rows.colnames.filter((name) => name !== axis));
  const names = uniqueNames(columns);
  let from = 0;
  const moments: string[] = [];
  const records = answers.flatMap(({ rows, moments: found = [] }, at) => {
    const own = rows.colnames.filter((name) => name !== axis);
    const renamed = new Map(own.map((name, index) => [name, names[from + index] ?? name]));
    from += own.length;
    moments.push(...found.map((name) => renamed.get(name) ?? name));
    if (at === 0) return rows.data;
    return rows.data.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [renamed.get(name) ?? name, value])),
    );
  });
  const seriesCut = answers.find((answer) => answer.seriesCut)?.seriesCut;
  const rowCut = answers.find((answer) => isCut(answer, {}) && !answer.seriesCut);
  return {
    columns: [...(axis === undefined ? [] : [axis]), ...names],
    records,
    ...(seriesCut && { series_cut: { shown: seriesCut.shown, of: seriesCut.of, has_others: seriesCut.hasOthers } }),
    ...(rowCut?.rowLimit && { row_limit: rowCut.rowLimit }),
    ...(moments.length > 0 && { moments: [...new Set(moments)] }),
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
      return await native(needs, request, layer, around.range);
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
function moved(rows: Rows, shift: string, zone: string): Rows {
  const times = rows.colnames.filter((_, index) => rows.coltypes[index] === TEMPORAL);
  const data = rows.data.map((row) => ({
    ...row,
    ...Object.fromEntries(
      times.map((name) => [name, typeof row[name] === 'number' ? unshiftMoment(row[name], shift, zone) : row[name]]),
    ),
  }));
  return { ...rows, data };
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
