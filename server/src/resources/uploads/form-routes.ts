import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from '../../http/app-types.ts';
import { errorResponses } from '../../http/error-body.ts';
import { MessageBody } from '../../http/list-resource.ts';
import { signalOf } from '../../http/request-parts.ts';
import { IdParams } from '../item-shapes.ts';
import { readForm, type Form } from './form-fields.ts';
import { FormUpload, MetadataBody, SchemasBody } from './schema.ts';
import type { UploadService } from './service.ts';

const tags = ['Database'];

/** `/database/:id/upload/`: a file and how to read it in one request, as scripts send it. */
export function formUploadRoutes(uploads: UploadService): (app: App) => Promise<void> {
  return async (app) => {
    // The handler reads it: a file is no value.
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));

    app.post('/database/:id/upload/', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'Load a file into a table, and make its dataset',
        tags,
        params: IdParams,
        consumes: ['multipart/form-data'],
        body: FormUpload,
        response: { 201: MessageBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const signal = signalOf(reply);
        await received(uploads, request, async (staged, fields) => {
          const { table, exists, options } = readForm(fields);
          if (table === null)
            throw new AppError('invalid_fields', {
              fields: { table_name: [message('Missing data for required field.')] },
            });
          await uploads.direct(
            request.principal,
            { databaseId: request.params.id, table, exists, options },
            staged,
            signal,
          );
        });
        return reply.code(201).send({ message: 'OK' });
      },
    });

    app.post('/database/upload_metadata/', {
      config: { permission: 'can_upload Database' },
      schema: {
        summary: 'The columns of a file',
        tags,
        consumes: ['multipart/form-data'],
        body: FormUpload,
        response: { 200: MetadataBody, ...errorResponses },
      },
      handler: async (request, reply) => {
        const signal = signalOf(reply);
        let items: Awaited<ReturnType<UploadService['columnsOf']>> = [];
        await received(uploads, request, async (staged, fields) => {
          items = await uploads.columnsOf(staged, readForm(fields).options, signal);
        });
        return { result: { items } };
      },
    });

    app.get('/database/:id/schemas_access_for_file_upload/', {
      config: { permission: 'can_read Database' },
      schema: {
        summary: 'Schemas of a database that take files',
        tags,
        params: IdParams,
        response: { 200: SchemasBody, ...errorResponses },
      },
      handler: async (request) => ({
        schemas: [...(await uploads.allowedSchemas(request.principal, request.params.id))],
      }),
    });
  };
}

type Staged = Parameters<Parameters<UploadService['keep']>[3]>[0];

/**
 * Read the form of a request: its file is retained while the answer is made, its fields may stand before or behind it.
 * @throws AppError unsupported_media_type, invalid_fields, payload_too_large
 */
async function received(
  uploads: UploadService,
  request: FastifyRequest,
  read: (staged: Staged, fields: Form) => Promise<void>,
): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) throw new AppError('unsupported_media_type', {});
  const form: Map<string, string> = new Map();
  const bytes = new PassThrough();
  let name: string | null = null;
  const isOpen = new Promise<string>((resolve, reject) => {
    const parser = busboyOf(type);
    parser.on('field', (field, value) => form.set(field, value));
    parser.on('file', (field, stream, fileName) => {
      if (field !== 'file' || name !== null) {
        stream.resume();
        return;
      }
      name = fileName || 'file';
      stream.pipe(bytes);
      resolve(name);
    });
    pipeline(request.raw, parser).then(
      () => reject(new AppError('invalid_fields', { fields: { file: [message('Missing data for required field.')] } })),
      (error: unknown) => {
        const reason = new AppError('invalid_request', { reason: message('Invalid input') }, { cause: error });
        bytes.destroy(reason);
        reject(reason);
      },
    );
  });
  const fileName = await isOpen;
  await uploads.keep(request.principal, fileName, bytes, (staged) => read(staged, form));
}

function busboyOf(type: string): Busboy {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 4, fields: 100, fieldSize: 100_000, parts: 110, headerPairs: 50 },
    });
  } catch (error) {
    throw new AppError('invalid_request', { reason: message('Invalid input') }, { cause: error });
  }
}
