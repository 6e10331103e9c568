import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from './app-types.ts';
import { holdsNul, parseBoundedJson } from './json-bounds.ts';

const MAX_FIELDS = 50;
/** The body has a bound of its own; no field is longer. */
const FIELD_BYTES = 256 * 1024 * 1024;

/**
 * Let the routes of this scope take forms whose fields hold JSON texts, as older clients send them: `label="Sales"`
 * says what `{"label": "Sales"}` says as JSON. A field of a JSON body that is named in `packed` may be JSON text too.
 */
export function acceptJsonForms(app: App, packed: readonly string[] = []): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    readMultipart(request.headers['content-type'] ?? '', Buffer.from(body)).then(
      (fields) => done(null, fields),
      (error: Error) => done(error),
    );
  });
  app.addHook('preValidation', async (request) => {
    if (typeof request.body !== 'object' || request.body === null) return;
    request.body = isForm(request) ? fromForm(request.body) : unpacked(request.body, packed);
  });
}

function isForm({ headers }: FastifyRequest): boolean {
  return /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(headers['content-type'] ?? '');
}

function fromForm(body: object): Readonly<Record<string, unknown>> {
  const fields = Object.entries(body).filter(([name]) => name !== 'csrf_token');
  return Object.fromEntries(fields.map(([name, text]: readonly [string, unknown]) => [name, valueOf(name, text)]));
}

function unpacked(body: object, packed: readonly string[]): unknown {
  const texts = Object.entries(body).filter(([name, value]) => packed.includes(name) && typeof value === 'string');
  if (texts.length === 0) return body;
  return {
    ...body,
    ...Object.fromEntries(texts.map(([name, text]: readonly [string, unknown]) => [name, valueOf(name, text)])),
  };
}

/** @throws AppError invalid_fields */
function valueOf(name: string, text: unknown): unknown {
  try {
    if (typeof text === 'string' && !holdsNul(text)) return parseBoundedJson(text);
  } catch {
    // Refused below.
  }
  throw new AppError('invalid_fields', { fields: { [name]: [message('Invalid JSON')] } });
}

function readMultipart(type: string, body: Buffer): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve, reject) => {
    const refuse = (cause?: unknown): void =>
      reject(new AppError('invalid_request', { reason: message('Invalid input') }, { cause }));
    try {
      const parser = new Busboy({
        headers: { 'content-type': type },
        limits: { files: 0, fields: MAX_FIELDS, fieldSize: FIELD_BYTES, parts: MAX_FIELDS, headerPairs: 50 },
      });
      const fields: (readonly [string, string])[] = [];
      parser.on('field', (name, value) => fields.push([name, value]));
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.once(limit, () => refuse());
      parser.once('error', refuse);
      parser.once('finish', () => resolve(Object.fromEntries(fields)));
      parser.end(body);
    } catch (error) {
      refuse(error);
    }
  });
}
