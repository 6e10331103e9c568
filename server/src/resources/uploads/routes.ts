import { PassThrough, type Readable } from 'node:stream';
import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import type { App } from '../../http/app-types.ts';
import { errorList, errorResponses, wordsBeside } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { signalOf } from '../../http/request-parts.ts';
import {
  PartQuery,
  PublishBody,
  PublishedBody,
  UploadOptions,
  UploadParams,
  UploadPost,
  UploadState,
  type UploadLine,
  type UploadPreview,
} from './schema.ts';
import type { LoadWatch, UploadService } from './service.ts';

const tags = ['Upload'];
const Lines = Type.Unsafe<unknown>(
  Type.String({
    description:
      'A line of JSON per step (state waiting or running, step, share, ms); the last one has the state done with the ' +
      'preview, or failed with the code and the errors.',
  }),
);
const Part = Type.Unsafe<unknown>(Type.Any({ description: 'Bytes of the file, from the offset on.' }));

/** `/upload/…`: a file is sent in parts, read, looked at, and becomes a dataset. */
export function uploadRoutes(uploads: UploadService): (app: App) => Promise<void> {
  return async (app) => {
    app.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload));

    app.post('/upload/', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'Begin to send a file',
        tags,
        body: UploadPost,
        response: { 201: UploadState, ...errorResponses },
      },
      handler: async (request, reply) => reply.code(201).send(await uploads.begin(request.principal, request.body)),
    });

    app.get('/upload/:key', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'How much of a file has come',
        tags,
        params: UploadParams,
        response: { 200: UploadState, ...errorResponses },
      },
      handler: (request) => uploads.state(request.principal, request.params.key),
    });

    app.put('/upload/:key/part/', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'Send a part of a file',
        tags,
        params: UploadParams,
        querystring: PartQuery,
        consumes: ['application/octet-stream'],
        body: Part,
        response: { 200: UploadState, ...errorResponses },
      },
      handler: (request) =>
        uploads.receive(request.principal, request.params.key, request.query.offset, request.body as Readable),
    });

    app.post('/upload/:key/preview/', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'Read a file that has come whole, and tell what is in it',
        tags,
        params: UploadParams,
        body: UploadOptions,
        response: { 200: Lines, ...errorResponses },
      },
      handler: async (request, reply) => {
        const { principal, params, body } = request;
        await uploads.state(principal, params.key);
        return reply
          .header('content-type', 'application/x-ndjson; charset=utf-8')
          .header('x-accel-buffering', 'no')
          .send(loadLines((watch) => uploads.load(principal, params.key, body, watch), signalOf(reply)));
      },
    });

    app.post('/upload/:key/dataset/', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'Make a dataset of a file that was read',
        tags,
        params: UploadParams,
        body: PublishBody,
        response: { 201: PublishedBody, ...errorResponses },
      },
      handler: async (request, reply) =>
        reply.code(201).send(await uploads.publish(request.principal, request.params.key, request.body)),
    });

    app.delete('/upload/:key', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'Give a file up',
        tags,
        params: UploadParams,
        response: { 200: MessageBody, ...errorResponses },
      },
      handler: async (request) => {
        await uploads.cancel(request.principal, request.params.key);
        return { message: 'OK' };
      },
    });
  };
}

/** Read a file and write a line of JSON for each step. Whoever goes away stops it. */
function loadLines(load: (watch: LoadWatch) => Promise<UploadPreview>, signal: AbortSignal): PassThrough {
  const out = new PassThrough();
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  const write = (line: UploadLine): void => {
    if (!out.destroyed) out.write(`${JSON.stringify(line)}\n`);
  };
  load({
    signal,
    waiting: () => write({ state: 'waiting' }),
    passed: (step, share) => write({ state: 'running', step, share, ms: ms() }),
  }).then(
    (preview) => {
      write({ state: 'done', preview, ms: ms() });
      out.end();
    },
    (error: unknown) => {
      if (!(error instanceof AppError)) {
        out.destroy(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      write({ state: 'failed', code: error.code, errors: errorList(error), ...wordsBeside(error) });
      out.end();
    },
  );
  return out;
}
