import type { FastifyRequest } from 'fastify';
import { parseExactJson } from '@tessera/core/exact-json';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { App } from './app-types.ts';
import { boundsFault, holdsNul } from './json-bounds.ts';
import { tickOfRequest } from './ticks.ts';

/** Most fields of a posted form. */
const MAX_FORM_FIELDS = 100;

/**
 * JSON and form bodies, read one after the other, and refused early when they are built to hurt. Integers of
 * JSON are read without loss: beyond 2^53 they are bigints.
 */
export function registerBodyParsers(app: App): void {
  // Refuses `__proto__` and `constructor.prototype` as keys; as values they are plain text.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    await tickOfRequest(request);

    if (body === '') return undefined;
    const problem = problemOf(body);
    if (problem) throw problem;
    const parse = (json: string): unknown => {
      let parsed: unknown;
      // The parser of the framework answers at once, by its callback.
      void parseJson(request, json, (error, value: unknown) => {
        if (error) throw unreadable(json, error);
        parsed = value;
      });
      return parsed;
    };
    try {
      return parseExactJson(body, parse);
    } catch (error) {
      throw error instanceof AppError ? error : new AppError('not_json', {}, { cause: error });
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, form: string) => {
      await tickOfRequest(request);

      // Counted before it is cut up: a form of nothing but separators would be millions of fields.
      const fields = isOfFewFields(form) ? [...new URLSearchParams(form)] : null;
      if (fields === null || form.includes('%00'))
        throw new AppError('invalid_request', { reason: message('Invalid input') });
      return Object.fromEntries(fields);
    },
  );
}

/** Either no JSON, or JSON with a name that records of this language cannot have: a metric may be called so. */
function unreadable(json: string, error: Error): AppError {
  return isJson(json)
    ? new AppError(
        'invalid_request',
        { reason: message('Nothing can be called "__proto__" or "constructor" here.') },
        { cause: error },
      )
    : new AppError('not_json', {}, { cause: error });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isOfFewFields(form: string): boolean {
  let fields = 1;
  for (let at = form.indexOf('&'); at >= 0 && fields <= MAX_FORM_FIELDS; at = form.indexOf('&', at + 1)) fields += 1;
  return fields <= MAX_FORM_FIELDS;
}

function problemOf(text: string): AppError | null {
  const fault = boundsFault(text);
  if (fault !== null) return new AppError('invalid_request', { reason: message('The request %(fault)s.', { fault }) });
  if (holdsNul(text))
    return new AppError('invalid_request', {
      reason: message('Invalid input: texts may not hold the character U+0000.'),
    });
  return null;
}
