import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request } from './client.ts';
import { lookAfterFailure, lookForServer, tellReached, useReachability } from './reachability.ts';

const untold = { isReachable: true, returns: 0 };
// Whatever another file asked before is counted too.
beforeEach(() => useReachability.setState(untold));
afterEach(() => {
  vi.unstubAllGlobals();
  useReachability.setState(untold);
});

const away = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

test('a call without an answer says that the server is away, any answer that it is back', async () => {
  vi.stubGlobal('fetch', away);
  await expect(request('/chart/')).rejects.toMatchObject({ status: 0 });
  expect(useReachability.getState()).toEqual({ isReachable: false, returns: 0 });
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not found' }, { status: 404 }));
  await expect(request('/chart/')).rejects.toMatchObject({ status: 404 });
  expect(useReachability.getState()).toEqual({ isReachable: true, returns: 1 });
});

test('a call that its caller stopped says nothing about the server', async () => {
  const stopped = new AbortController();
  stopped.abort();
  vi.stubGlobal('fetch', async () => {
    throw new DOMException('stopped', 'AbortError');
  });
  await expect(request('/chart/', { signal: stopped.signal })).rejects.toThrow('stopped');
  expect(useReachability.getState().isReachable).toBe(true);
});

test('only a healthy answer ends the looking', async () => {
  tellReached(false);
  vi.stubGlobal('fetch', away);
  await lookForServer();
  vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
  await lookForServer();
  expect(useReachability.getState().isReachable).toBe(false);
  vi.stubGlobal('fetch', async () => new Response('OK'));
  await lookForServer();
  expect(useReachability.getState()).toEqual({ isReachable: true, returns: 1 });
});

test('who missed an answer hears of the return, also when the next look finds the server at once', async () => {
  vi.stubGlobal('fetch', async () => new Response('OK'));
  await lookAfterFailure();
  expect(useReachability.getState()).toEqual({ isReachable: true, returns: 1 });
});
