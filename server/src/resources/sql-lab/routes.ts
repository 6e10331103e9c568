import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { Q, questionOf } from '../../http/list-query.ts';
import { signalOf } from '../../http/request-parts.ts';
import {
  AsyncAnswer,
  CellQuestion,
  ExecuteAnswer,
  ExecuteBody,
  ExportParams,
  ExportQuery,
  ExportStreamingBody,
  PreviewAnswer,
  PreviewBody,
  ResultsQuestion,
} from './schema.ts';
import type { ExportedFile, SqlExport } from './export.ts';
import type { SqlLabService } from './service.ts';

const tags = ['SQL Lab'];
/** Made as text further in, or a stream of lines; the document says what is in it. */
const Answer = Type.Unsafe<unknown>(ExecuteAnswer);
const Previewed = Type.Unsafe<unknown>(PreviewAnswer);
const Cell = Type.Unsafe<unknown>(Type.Unknown({ description: 'The cell as JSON.' }));
const File = Type.Unsafe<unknown>(Type.String({ format: 'binary' }));
const LINES = 'application/x-ndjson';
type Needs = { readonly service: SqlLabService; readonly files: SqlExport };

const config = { permission: 'can_execute_sql_query SQLLab', errorShape: 'list' } as const;

/** `/sqllab/…`: queries of the SQL editor. */
export function sqlLabRoutes({ service, files }: Needs): (app: App) => Promise<void> {
  return async (app) => {
    exportRoutes(app, files);

    app.post('/sqllab/execute/', {
      config: { ...config, body: 'large' },
      schema: {
        summary: 'Run SQL; with Accept: application/x-ndjson rows come line by line as the database gives them',
        tags,
        body: ExecuteBody,
        response: { 200: Answer, 202: AsyncAnswer, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { principal, body } = request;
        const signal = signalOf(reply);
        if (body.runAsync === true)
          return reply.code(202).send({ query: await service.submit(principal, body, signal) });
        const begun = await service.execute(principal, body, signal);
        if (wantsLines(request)) return sendLines(reply, service.follow(begun.clientId, signal));
        const { error } = await begun.ended;
        if (error) throw error;
        return sendJson(reply, await service.answer(begun.clientId, null, signal));
      },
    });

    app.post('/sqllab/preview/', {
      config: { ...config, body: 'large', csrf: 'exempt' },
      schema: {
        summary: 'The first rows of a query while it is typed; it ends with its request and is kept nowhere',
        tags,
        body: PreviewBody,
        response: { 200: Previewed, ...errorResponses },
      },
      handler: async (request, reply) =>
        sendJson(reply, Buffer.from(await service.preview(request.principal, request.body, signalOf(reply)))),
    });

    app.get('/sqllab/results/', {
      config,
      schema: {
        summary: 'What is kept of a query; of one that runs, it is waited for, or its lines are followed',
        tags,
        querystring: Q,
        response: { 200: Answer, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { key, rows } = questionOf(ResultsQuestion, request.query.q);
        const signal = signalOf(reply);
        const query = await service.results(request.principal, key);
        if (wantsLines(request)) return sendLines(reply, service.follow(query.id, signal));
        return sendJson(reply, await service.waited(query, rows ?? null, signal));
      },
    });

    app.get('/sqllab/results/cell', {
      config,
      schema: {
        summary: 'The whole of a cell that is cut in the lines of a result',
        tags,
        querystring: Q,
        response: { 200: Cell, ...errorResponses },
      },
      handler: async (request, reply) =>
        sendJson(reply, await service.cell(request.principal, questionOf(CellQuestion, request.query.q))),
    });
  };
}

function exportRoutes(app: App, files: SqlExport): void {
  const permission = { ...config, permission: 'can_export_csv SQLLab' } as const;
  app.get('/sqllab/export/:client_id/', {
    config: permission,
    schema: {
      summary: 'The rows of a query as a file, as many as the editor shows',
      tags,
      params: ExportParams,
      querystring: ExportQuery,
      response: { 200: File, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { format = 'csv', statement = null } = request.query;
      const wanted = { clientId: request.params.client_id, format, statement, isWhole: false, filename: null };
      const signal = signalOf(reply);
      return sendFile(reply, await files.file(request.principal, wanted, signal));
    },
  });

  app.post('/sqllab/export_streaming/', {
    config: { ...permission, csrf: 'header or form' },
    schema: {
      summary: 'All rows of a query as a file, past the limit of the editor; as JSON or as a form',
      tags,
      body: ExportStreamingBody,
      response: { 200: File, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { client_id: clientId, format = 'csv', statement = null, filename } = request.body;
      const wanted = { clientId, format, statement: statement === null ? null : Number(statement), isWhole: true };
      const signal = signalOf(reply);
      return sendFile(reply, await files.file(request.principal, { ...wanted, filename: filename || null }, signal));
    },
  });
}

function sendFile(reply: FastifyReply, { type, name, chunks }: ExportedFile): FastifyReply {
  const plain = name.replaceAll(/[^\w .()-]+/g, '_').slice(-120);
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`)
    .send(Readable.from(chunks, { objectMode: false }));
}

/**
 * RFC 5987: letters that stand for themselves; what would be a path, or a line of its own, is none, nor what turns the
 * direction in which a name and its end are read.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name.slice(-200).replaceAll(/[\ud800-\udfff\p{Cc}\p{Bidi_Control}/\\]/gu, '_')).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function wantsLines({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(LINES) === true;
}

function sendLines(reply: FastifyReply, lines: AsyncGenerator<string | Buffer, void>): FastifyReply {
  return (
    reply
      .header('content-type', `${LINES}; charset=utf-8`)
      // Proxies that wait for the end of an answer would undo what a stream is for.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(lines, { objectMode: false }))
  );
}

function sendJson(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
