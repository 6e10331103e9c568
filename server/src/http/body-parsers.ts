import { AppError } from '@tessera/core/errors/app-error';
import type { App } from './app-types.ts';

/** Deepest nesting of a JSON body. Layouts travel as text, so honest bodies stay far below. */
const MAX_DEPTH = 100;
/** Most fields of a posted form. */
const MAX_FORM_FIELDS = 100;

/** JSON and form bodies, refused early when they are built to hurt. */
export function registerBodyParsers(app: App): void {
  // Refuses `__proto__` and `constructor.prototype` as keys; as values they are plain text.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = text.toString();
    if (body === '') return done(null, undefined);
    const problem = problemOf(body);
    if (problem) return done(problem);
    return parseJson(request, body, (error, value: unknown) => (error ? done(new AppError('not_json', {})) : done(null, value)));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    const fields = [...new URLSearchParams(text.toString())];
    if (fields.length > MAX_FORM_FIELDS || text.includes('%00')) return done(new AppError('invalid_request', { reason: 'Invalid input' }));
    return done(null, Object.fromEntries(fields));
  });
}

function problemOf(text: string): AppError | null {
  if (isDeeperThan(text, MAX_DEPTH)) return new AppError('invalid_request', { reason: `The request nests deeper than ${MAX_DEPTH} levels.` });
  if (holdsNul(text)) return new AppError('invalid_request', { reason: 'Invalid input: texts may not hold the character U+0000.' });
  return null;
}

/** Whether JSON text has the NUL character, as itself or escaped. Neither database keeps it: one refuses it, the other cuts the text off. */
export function holdsNul(text: string): boolean {
  return text.includes('\0') || /(?:^|[^\\])(?:\\\\)*\\u0000/.test(text);
}

/** Whether JSON text opens more than so many lists and objects inside each other; what stands in strings does not count. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}
