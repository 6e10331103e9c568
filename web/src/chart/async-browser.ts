import { request } from '../api/client.ts';
import { limits } from '../api/limits.ts';
import type { JobEvent } from './async-events.ts';
import { createAsyncJobs, type AsyncIo, type AsyncJobs } from './async-jobs.ts';

/** [9.0-32] The last id outlives the page under a key of its own. */
export const LAST_ID_KEY = 'last_async_event_id';

let jobs: AsyncJobs | null = null;

/** The one place of a page where its charts wait for their jobs. */
export function asyncJobs(): AsyncJobs {
  jobs ??= createAsyncJobs(browserIo(limits.socketPath), { transport: limits.socketPath === null ? 'polling' : 'websocket', lastId: storedId(), pollMs: limits.pollMs });
  return jobs;
}

function browserIo(socketPath: string | null): AsyncIo {
  return {
    poll: async (lastId) => (await request<{ readonly result: readonly JobEvent[] }>(`/async_event/${searchOf(lastId)}`)).result,
    cancel: (job) => request(`/async_event/${job}`, { method: 'DELETE' }),
    connect: (lastId, on) => {
      const address = new URL(`${socketPath ?? ''}${searchOf(lastId)}`, location.href);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      const socket = new WebSocket(address);
      socket.addEventListener('open', on.open);
      socket.addEventListener('close', on.close);
      socket.addEventListener('message', (message: MessageEvent<string>) => on.event(JSON.parse(message.data) as JobEvent));
    },
    keep: (lastId) => {
      try {
        localStorage.setItem(LAST_ID_KEY, lastId);
      } catch {
        // A full or forbidden storage costs a few events that are read twice.
      }
    },
    warn: (text) => console.warn(text),
    later: (run, afterMs) => void setTimeout(run, afterMs),
  };
}

function searchOf(lastId: string | null): string {
  return lastId === null ? '' : `?last_id=${encodeURIComponent(lastId)}`;
}

function storedId(): string | null {
  try {
    const stored = localStorage.getItem(LAST_ID_KEY);
    return stored !== null && /^\d+-\d+$/.test(stored) ? stored : null;
  } catch {
    return null;
  }
}
