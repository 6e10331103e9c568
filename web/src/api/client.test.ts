import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, call, forgetCsrfToken, onRefused, onSessionEnd, request, requestAnswer } from './client.ts';
import { signIn } from './session.ts';

type Sent = { readonly address: string; readonly method: string; readonly headers: Headers; readonly body: unknown };

/** A server that answers by a list of functions, in order, and records what it was sent. */
function serve(answers: readonly ((sent: Sent) => Response)[]): Sent[] {
  const sent: Sent[] = [];
  let tokens = 0;
  let next = 0;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const one = { address, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body };
    if (address === '/api/v1/security/csrf_token/')
      return Response.json(
        { result: `token-${++tokens}` },
        { headers: sessionUser === null ? {} : { 'X-Session-User': String(sessionUser) } },
      );
    sent.push(one);
    const answer = answers[next++];
    if (!answer) throw new TypeError('no answer');
    return answer(one);
  });
  return sent;
}

/** Whose session the cookie of the browser is. */
let sessionUser: number | null = null;

// Other files of this process may have fetched one.
beforeEach(forgetCsrfToken);

afterEach(() => {
  sessionUser = null;
  onRefused(null);
  vi.unstubAllGlobals();
  onSessionEnd(null);
});

test('a changing call carries the CSRF token, the version and JSON', async () => {
  const sent = serve([() => Response.json({ id: 1 }, { headers: { ETag: '"4"' } })]);
  const answer = await requestAnswer('/dataset/1', { method: 'PUT', body: { a: 1n }, ifMatch: 3 });
  expect(answer.version).toBe(4);
  expect([sent[0]?.headers.get('X-CSRFToken'), sent[0]?.headers.get('If-Match'), sent[0]?.body]).toEqual([
    'token-1',
    '"3"',
    '{"a":1}',
  ]);
});

test('a token that was refused is asked for anew, once', async () => {
  const refused = () =>
    Response.json(
      { errors: [{ message: 'The CSRF session token is missing or has expired.' }] },
      { status: 400, headers: { 'X-Error-Code': 'csrf_invalid' } },
    );
  const sent = serve([refused, () => Response.json({ ok: true }), refused, refused]);
  await expect(request('/a', { method: 'POST' })).resolves.toEqual({ ok: true });
  expect(sent.map((one) => one.headers.get('X-CSRFToken'))).toEqual(['token-1', 'token-2']);
  await expect(request('/a', { method: 'POST' })).rejects.toBeInstanceOf(ApiError);
});

test('when the session ended, the call waits for the sign-in and is repeated with the same body', async () => {
  const sent = serve([
    () => Response.json({ message: 'Not authorized' }, { status: 401 }),
    () => Response.json({ saved: true }),
  ]);
  const ask = vi.fn<() => Promise<boolean>>(async () => true);
  onSessionEnd(ask);
  await expect(request('/dataset/1', { method: 'PUT', body: { description: 'typed for an hour' } })).resolves.toEqual({
    saved: true,
  });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(sent.map((one) => one.body)).toEqual([
    '{"description":"typed for an hour"}',
    '{"description":"typed for an hour"}',
  ]);
});

test('nothing is written for someone else who signed in in another tab', async () => {
  const sent = serve([() => Response.json({ saved: true })]);
  sessionUser = 8;
  const ask = vi.fn<(why: string) => Promise<boolean>>(async () => false);
  onSessionEnd(ask, 7);
  await expect(request('/chart/', { method: 'POST', body: {} })).rejects.toMatchObject({ status: 401 });
  expect([sent.length, ask.mock.calls]).toEqual([0, [['someone_else']]]);
  onSessionEnd(async () => {
    sessionUser = 7;
    return true;
  }, 7);
  await expect(request('/chart/', { method: 'POST', body: {} })).resolves.toEqual({ saved: true });
  expect(sent).toHaveLength(1);
});

test('the sign-in that ends the stay of someone else is not taken for theirs', async () => {
  const sent = serve([() => Response.json({ message: 'OK' })]);
  sessionUser = 8;
  onSessionEnd(async () => false, 7);
  await signIn('ana', 'a password');
  expect(sent.map(({ address }) => address)).toEqual(['/login/']);
});

test('a refusal is reported, since roles may have changed', async () => {
  serve([() => Response.json({ message: 'Forbidden' }, { status: 403 })]);
  const tell = vi.fn<() => void>();
  onRefused(tell);
  await expect(request('/chart/')).rejects.toMatchObject({ status: 403 });
  expect(tell).toHaveBeenCalledTimes(1);
});

test('someone who does not sign in again gets the 401', async () => {
  serve([() => Response.json({ message: 'Not authorized' }, { status: 401 })]);
  onSessionEnd(async () => false);
  await expect(request('/me/')).rejects.toMatchObject({ status: 401 });
});

test('[8.2-01] no answer is "Network error"', async () => {
  serve([]);
  await expect(request('/chart/')).rejects.toMatchObject({ status: 0, message: 'Network error' });
});

test('[8.2-06] what was aborted is not an error of the network', async () => {
  serve([
    () => {
      throw new DOMException('stopped', 'AbortError');
    },
  ]);
  await expect(request('/chart/')).rejects.toMatchObject({ name: 'AbortError' });
});

test('an answer without a body is null, an error page of a proxy is its status', async () => {
  serve([() => new Response(null, { status: 204 }), () => new Response('<html>bad gateway</html>', { status: 502 })]);
  await expect(request('/a')).resolves.toBeNull();
  await expect(call('/a')).rejects.toMatchObject({ status: 502, message: 'Bad gateway' });
});
