import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { reportFailure } from '../../http/errors.ts';
import type { ChartDataCalls } from './calls.ts';
import { addressedOf, signalOf } from '../../http/request-parts.ts';
import { jobWish, type AsyncNeeds } from './job-wish.ts';
import { wishOf } from './routes.ts';
import { sendLines } from './send-lines.ts';
import {
  AnnotationsBody,
  BatchBody,
  AnyOfAnswer,
  AnyOfBody,
  Complaints,
  DataQuery,
  DatasourceKind,
  ExpressionBody,
  PrepareBody,
  Prepared,
  readContext,
  StopBody,
  Stopped,
} from './schema.ts';

const tags = ['Chart data'];
const Lines = Type.Unsafe<unknown>(
  Type.String({ description: 'One line of JSON per request: its id, a status, and a result or what went wrong.' }),
);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Warmed = Type.Object({
  result: Type.Array(Type.Object({ chart_id: Type.Integer(), viz_error: TextOrNull, viz_status: TextOrNull })),
});
/** Made as text further in; the document says what is in it. */
const Annotations = Type.Unsafe<string>(AnnotationsBody);
/** Warming asks for the chart as it is saved; what else clients send is of no consequence. */
const warmExtras = {
  dashboard_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  extra_filters: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Null()])),
};

/** Calls around chart data, under `/api/v1`. */
export function chartDataCallRoutes({
  calls,
  bodyLimit,
  async: jobs,
}: {
  readonly calls: ChartDataCalls;
  readonly bodyLimit: number;
  readonly async?: AsyncNeeds;
}): (app: App) => Promise<void> {
  return async (app) => {
    app.post('/chart/data/batch', {
      bodyLimit,
      config: { permission: 'can_read Chart', csrf: 'exempt' },
      schema: {
        summary: 'Data of many charts on one connection, each as soon as it is there',
        tags,
        body: BatchBody,
        response: { 200: Lines, ...errorResponses },
      },
      handler: async (request, reply) => {
        const asJob = jobs ? await jobWish(request, reply, jobs) : null;
        await asJob?.listen();
        const lines = calls.batch(request.body, {
          principal: request.principal,
          addressed: addressedOf(request.query),
          signal: signalOf(reply),
          asTold: (error) => reportFailure(error, request),
          ...(asJob && { submit: asJob.submit }),
        });
        return sendLines(request, reply, lines);
      },
    });

    app.post('/chart/data/prepare', {
      bodyLimit,
      config: { permission: 'can_read Chart', csrf: 'exempt' },
      schema: {
        summary: 'Make selections on a chart quick that may come: of accelerated datasets alone',
        tags,
        body: PrepareBody,
        response: { 200: Prepared, ...errorResponses },
      },
      handler: async (request, reply) => ({
        result: { cubes: await calls.prepare(request.principal, request.body, signalOf(reply)) },
      }),
    });

    app.post('/chart/data/stop', {
      config: { permission: 'can_read Chart', csrf: 'exempt' },
      schema: {
        summary: 'End requests of a batch, by the names that they were sent with',
        tags,
        body: StopBody,
        response: { 200: Stopped, ...errorResponses },
      },
      handler: async (request) => ({ result: { stopped: calls.stop(request.principal, request.body.asks) } }),
    });

    app.post('/chart/data/annotation', {
      bodyLimit,
      config: { permission: 'can_read Chart', csrf: 'exempt' },
      schema: {
        summary: 'What the annotation layers of a chart draw; its own data are not asked for',
        tags,
        querystring: DataQuery,
        response: { 200: Annotations, ...errorResponses },
      },
      handler: async (request, reply) => {
        const found = await calls.annotations(
          request.principal,
          readContext(request.body),
          wishOf(request.query),
          signalOf(reply),
        );
        return reply.header('content-type', 'application/json; charset=utf-8').send(found);
      },
    });

    app.put('/chart/warm_up_cache', {
      config: { permission: 'can_read Chart' },
      schema: {
        summary: 'Run a chart anew for those who open it next',
        tags,
        body: Type.Object({ chart_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), ...warmExtras }),
        response: { 200: Warmed, ...errorResponses },
      },
      handler: async (request, reply) => ({
        result: [await calls.warmChart(request.principal, request.body.chart_id, signalOf(reply))],
      }),
    });

    app.put('/dataset/warm_up_cache', {
      config: { permission: 'can_read Dataset' },
      schema: {
        summary: 'Run every chart of a dataset anew',
        tags,
        body: Type.Object({
          db_name: Type.String({ maxLength: 250 }),
          table_name: Type.String({ maxLength: 1000 }),
          ...warmExtras,
        }),
        response: { 200: Warmed, ...errorResponses },
      },
      handler: async (request, reply) => ({
        result: await calls.warmDataset(
          request.principal,
          request.body.db_name,
          request.body.table_name,
          signalOf(reply),
        ),
      }),
    });

    app.post('/datasource/:type/:id/validate_expression/', {
      config: { permission: 'can_read Dataset', csrf: 'exempt' },
      schema: {
        summary: 'What is wrong with an expression in SQL',
        tags,
        params: Type.Object({ type: DatasourceKind, id: Type.Integer({ minimum: 1 }) }),
        body: ExpressionBody,
        response: { 200: Complaints, ...errorResponses },
      },
      handler: async (request, reply) => ({
        result: await calls.validateExpression(request.principal, request.params, request.body, signalOf(reply)),
      }),
    });

    app.post('/datasource/:type/:id/any_of/', {
      config: { permission: 'can_read Dataset', csrf: 'exempt' },
      schema: {
        summary: 'Conditions of which one must hold, as one condition in SQL for a chart to keep',
        tags,
        params: Type.Object({ type: DatasourceKind, id: Type.Integer({ minimum: 1 }) }),
        body: AnyOfBody,
        response: { 200: AnyOfAnswer, ...errorResponses },
      },
      handler: async (request, reply) => ({
        result: {
          expression: await calls.anyOf(request.principal, request.params, request.body.filters, signalOf(reply)),
        },
      }),
    });
  };
}
