import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryContext, QueryObject } from '@tessera/core/query-object';
import { encodeCell } from '../../chart-data/values/encode.ts';
import { bytesOf, compact, type Chunks } from '../../chart-data/values/chunks.ts';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { bufferInMemory } from '../../http/unread-answers.ts';
import { JobBody } from '../async-events/schema.ts';
import { IdParams } from '../item-shapes.ts';
import { DataQuery, DatasourceKind, readContext, SamplesBody, SamplesQuery, ValuesBody } from './schema.ts';
import { CHART_DATA, jobAnswers, writePayload } from './async.ts';
import { jobWish, type AsyncNeeds } from './job-wish.ts';
import type { BodyEncoder } from './body-encoder.ts';
import type { ChartDataService, Wish } from './service.ts';
import { sendFiles } from './send-files.ts';
import { addressedOf, signalOf } from '../../http/request-parts.ts';

const tags = ['Chart data'];
/** Bodies are made byte by byte further in; the document says what is in them. */
const Result = Type.Unsafe<Buffer | string>(
  Type.Object({ result: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
);
const Values = Type.Unsafe<Buffer | string>(ValuesBody);
const Samples = Type.Unsafe<Buffer | string>(SamplesBody);

type Needs = {
  readonly data: ChartDataService;
  readonly encode: BodyEncoder['encode'];
  readonly now: () => Date;
  readonly async?: AsyncNeeds;
  /** Largest body in bytes. */ readonly bodyLimit: number;
};

/** `/chart/data`, the data of a saved chart, and the values of filter menus; under `/api/v1`. */
export function chartDataRoutes({ data, encode, now, async: jobs, bodyLimit }: Needs): (app: App) => Promise<void> {
  const answer = async (request: FastifyRequest, reply: FastifyReply, context: QueryContext, wish: Wish) => {
    const signal = signalOf(reply);
    const format = context.result_format ?? 'json';
    if (format !== 'json')
      return sendFiles(reply, format, await data.downloads(request.principal, context, format, wish, signal), now());
    const asJob = jobs ? await jobWish(request, reply, jobs) : null;
    if (!asJob) return send(request, reply, await data.answers(request.principal, context, wish, signal));
    const kept = await data.cachedAnswers(request.principal, context, wish, signal);
    return kept ? send(request, reply, kept) : asJob.answer(CHART_DATA, writePayload(context, wish));
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, answers: readonly Chunks[]) => {
    const { body, encoding } = await encode(answers, request.headers['accept-encoding']);
    if (encoding) void reply.header('content-encoding', encoding);
    return sendChunks(reply.header('vary', 'accept-encoding'), body);
  };

  return async (app) => {
    // Whatever else is posted here is not JSON, and clients know that answer.
    app.addContentTypeParser('*', (_, payload, done) => {
      payload.resume();
      done(new AppError('not_json', {}));
    });

    app.post('/chart/data', {
      bodyLimit,
      config: { permission: 'can_read Chart', csrf: 'exempt' },
      schema: {
        summary: 'Data of a chart that need not be saved',
        tags,
        querystring: DataQuery,
        response: { 200: Result, 202: JobBody, ...errorResponses },
      },
      handler: async (request, reply) => answer(request, reply, readContext(request.body), wishOf(request.query)),
    });

    app.get('/chart/:id/data/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'Data of a saved chart',
        tags,
        params: IdParams,
        querystring: Type.Object({
          ...DataQuery.properties,
          type: Type.Optional(Type.String({ maxLength: 20 })),
          format: Type.Optional(Type.String({ maxLength: 10 })),
        }),
        response: { 200: Result, 202: JobBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { type, format } = request.query;
        const saved = await data.savedContext(request.principal, request.params.id, {});
        return answer(
          request,
          reply,
          readContext({ ...saved, ...(type && { result_type: type }), ...(format && { result_format: format }) }),
          wishOf(request.query),
        );
      },
    });

    if (jobs) {
      app.get('/chart/data/:cache_key', {
        config: { permission: 'can_read Chart' },
        schema: {
          summary: 'Data that a job of ones own has made',
          tags,
          params: Type.Object({ cache_key: Type.String({ maxLength: 100 }) }),
          response: { 200: Result, ...errorResponses },
        },
        handler: async (request, reply) =>
          send(
            request,
            reply,
            await jobAnswers(data, request.principal, await jobs.jobs.find(request.params.cache_key), signalOf(reply)),
          ),
      });
    }

    app.get('/datasource/:type/:id/column/:name/values/', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'Values of a column for a filter menu',
        tags,
        params: Type.Object({
          type: DatasourceKind,
          id: Type.Integer({ minimum: 1 }),
          name: Type.String({ maxLength: 1000 }),
        }),
        response: { 200: Values, ...errorResponses },
      },
      handler: async (request, reply) => {
        const values = await data.values(
          request.principal,
          request.params,
          request.params.name,
          addressedOf(request.query),
          signalOf(reply),
        );
        return reply.header('content-type', 'application/json; charset=utf-8').send(`{"result":${encodeCell(values)}}`);
      },
    });
  };
}

/** `/datasource/samples` ([7.1-08]), which stands outside of `/api/v1`. */
export function samplesRoutes({ data, bodyLimit }: Pick<Needs, 'data' | 'bodyLimit'>): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/datasource/samples', {
      bodyLimit,
      config: { permission: 'can_samples Tessera', csrf: 'exempt', errorShape: 'list' },
      schema: {
        summary: 'Rows of a dataset as they are',
        tags,
        querystring: SamplesQuery,
        response: { 200: Samples, ...errorResponses },
      },
      handler: async (request, reply) => {
        const result = await data.samples(
          request.principal,
          request.query,
          readFilters(request.body),
          addressedOf(request.query),
          signalOf(reply),
        );
        return sendChunks(reply, compact([Buffer.from('{"result":'), ...result, Buffer.from('}')]));
      },
    });
  };
}

/** JSON, one chunk after the other; its length is known all the same. */
function sendChunks(reply: FastifyReply, chunks: Chunks): FastifyReply {
  void reply.header('content-type', 'application/json; charset=utf-8');
  const [whole] = chunks;
  if (chunks.length === 1) return reply.send(whole);
  return reply
    .header('content-length', bytesOf(chunks))
    .send(bufferInMemory(Readable.from(chunks, { objectMode: false }), bytesOf(chunks)));
}

/** The parts of a query that narrow samples; the rest of the body is not read. */
function readFilters(body: unknown): QueryObject {
  if (body === undefined || body === null) return {};
  const {
    queries: [query],
  } = readContext({ datasource: { id: 0 }, queries: [body] });
  if (!query) return {};
  const { filters, extras, granularity, time_range } = query;
  return {
    ...(filters && { filters }),
    ...(extras && { extras }),
    ...(granularity && { granularity }),
    ...(time_range && { time_range }),
  };
}

export function wishOf(query: DataQuery): Wish {
  return {
    force: query.force === true,
    staleOkSeconds: query.stale_ok ?? 0,
    addressed: addressedOf(query),
    ...(query.ask !== undefined && { ask: query.ask }),
  };
}
