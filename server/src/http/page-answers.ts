import type { FastifyRequest, LightMyRequestResponse } from 'fastify';
import { innerRequest } from './access-log.ts';
import type { App } from './app-types.ts';
import { viewAsHeaders } from './view-as.ts';

/** Headers by which the calls of a page are known to be the user's own. */
const carried = [
  'traceparent',
  'cookie',
  'authorization',
  'host',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const;
/** A page that would grow beyond this asks for the rest itself. */
const MAX_BYTES = 512 * 1024;

/**
 * The answers of the calls that a page would make first, so that it can draw without asking. They are asked here
 * through the routes themselves, as the same user: permissions and shapes are those of the calls.
 *
 * @param addresses  GET addresses of the API. What does not answer 200 is left out, and requested again by the page.
 * @param refusals   statuses that go along as well: a browser reports each refused call on its console.
 * @returns          JSON text: address → [body text, ETag or null, status where it is not 200]
 */
export async function firstAnswers(
  app: App,
  request: FastifyRequest,
  addresses: readonly string[],
  refusals: readonly number[] = [],
): Promise<string> {
  const headers = {
    ...Object.fromEntries(
      carried.flatMap((name) => (typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [])),
    ),
    ...viewAsHeaders(request),
  };
  const answers = await Promise.all(
    addresses.map(async (url) => {
      const answer = await ask(app, request, url, headers);
      const etag = answer?.headers['etag'];
      if (!answer || (answer.statusCode !== 200 && !refusals.includes(answer.statusCode))) return [];
      const status = answer.statusCode === 200 ? [] : [answer.statusCode];
      return [[url, [answer.payload, typeof etag === 'string' ? etag : null, ...status]]];
    }),
  );
  const text = JSON.stringify(Object.fromEntries(answers.flat()));
  return Buffer.byteLength(text) > MAX_BYTES ? '{}' : text;
}

/**
 * Null: the server closes and takes no requests of its own any more; the page asks for itself, of whoever serves it
 * then.
 */
async function ask(
  app: App,
  request: FastifyRequest,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse | null> {
  const { remoteAddress = request.ip } = request.socket;
  try {
    return await app.inject({
      method: 'GET',
      url,
      headers: {
        ...headers,
        accept: 'application/json',
        'x-request-id': request.id,
        [innerRequest.name]: innerRequest.value,
      },
      remoteAddress,
    });
  } catch (error) {
    if (app.drain.isDraining()) return null;
    throw error;
  }
}

/** Text for a double-quoted attribute. */
export function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
