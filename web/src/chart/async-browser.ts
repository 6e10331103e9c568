import type { EventsBody } from '@tessera/server/contract';
import { request } from '../api/client.ts';
import { limits } from '../api/limits.ts';
import type { JobEvent } from './async-events.ts';
import { keepLastId, readLastId } from './last-event-id.ts';
import { createAsyncJobs, type AsyncIo, type AsyncJobs } from './async-jobs.ts';

let jobs: AsyncJobs | null = null;

/** The one place of a page where its charts wait for their jobs. */
export function asyncJobs(): AsyncJobs {
  jobs ??= createAsyncJobs(browserIo(limits.socketPath), {
    transport: limits.socketPath === null ? 'polling' : 'websocket',
    lastId: readLastId(storage),
    pollMs: limits.pollMs,
  });
  return jobs;
}

function browserIo(socketPath: string | null): AsyncIo {
  return {
    poll: async (lastId) => (await request<EventsBody>(`/async_event/${searchOf(lastId)}`)).result,
    cancel: (job) => request(`/async_event/${job}`, { method: 'DELETE' }),
    connect: (lastId, on) => {
      const address = new URL(`${socketPath ?? ''}${searchOf(lastId)}`, location.href);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      const socket = new WebSocket(address);
      socket.addEventListener('open', on.open);
      socket.addEventListener('close', on.close);
      socket.addEventListener('message', (message: MessageEvent<string>) =>
        on.event(JSON.parse(message.data) as JobEvent),
      );
    },
    keep: (lastId) => keepLastId(storage, lastId),
    warn: (text) => console.warn(text),
    later: (run, afterMs) => void setTimeout(run, afterMs),
  };
}

function searchOf(lastId: string | null): string {
  return lastId === null ? '' : `?last_id=${encodeURIComponent(lastId)}`;
}

/** Naming it may throw already, where pages may not store. */
function storage(): Storage {
  return localStorage;
}
