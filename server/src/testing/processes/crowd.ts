import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from './real-server.ts';

/** Twenty clients that go on asking until they are instructed to stop: pages, reads, writes, chart data, signing in. */
export type Crowd = {
  /** Requests that were answered as they should be, by what was asked. */
  readonly answered: () => Readonly<Record<Kind, number>>;
  /** What was not: the status and code, or why there was no answer. */
  readonly faults: readonly string[];
  /** Titles by dashboard as they were last written and acknowledged. */
  readonly acknowledged: ReadonlyMap<number, string>;
  /** Let each client end what it is at. */
  readonly stop: () => Promise<void>;
};

const clients = { page: 4, read: 6, write: 4, data: 4, signIn: 2 } as const;
export type Kind = keyof typeof clients;
export const CLIENTS = Object.values(clients).reduce((sum, count) => sum + count, 0);
type Needs = {
  readonly address: string;
  readonly authorization: string;
  readonly dashboard: number;
  readonly dataset: number;
};

/** Between two requests of a client, so that the machine is busy and not drowned. */
const PAUSE_MS: Readonly<Record<Kind, number>> = { page: 40, read: 30, write: 50, data: 40, signIn: 300 };

export function startCrowd({ address, authorization, dashboard, dataset }: Needs): Crowd {
  const answered: Record<Kind, number> = { page: 0, read: 0, write: 0, data: 0, signIn: 0 };
  const faults: string[] = [];
  const acknowledged = new Map<number, string>();
  const over = new AbortController();
  setMaxListeners(CLIENTS + 1, over.signal);

  /** @returns the text of an answer; null for one that should not be */
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = { authorization },
  ): Promise<string | null> {
    try {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok) return text;
      faults.push(
        `${method} ${path.replace(/\d+/g, 'N')}: ${answer.status} ${answer.headers.get('x-error-code') ?? text}`,
      );
    } catch (error) {
      faults.push(
        `${method} ${path.replace(/\d+/g, 'N')}: ` +
          `${error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error)}`,
      );
    }
    return null;
  }

  const turns: Readonly<Record<Kind, (client: number, fairnessKey: number) => Promise<boolean>>> = {
    page: async (_, fairnessKey) => {
      const text = await ask(
        'GET',
        fairnessKey % 2 === 0 ? `/tessera/dashboard/${dashboard}/` : '/chart/list/',
        undefined,
        {
          authorization,
          accept: 'text/html',
        },
      );
      return text?.includes('id="root"') === true;
    },
    read: async (_, fairnessKey) =>
      (await ask('GET', [`/api/v1/dashboard/${dashboard}`, '/api/v1/chart/', '/api/v1/me/'][fairnessKey % 3] ?? '')) !==
      null,
    write: async (client, fairnessKey) => {
      const title = `client ${client} turn ${fairnessKey}`;
      const own = [...acknowledged].findLast(([, last]) => last.startsWith(`client ${client} `))?.[0];
      if (own !== undefined && fairnessKey % 4 !== 0) {
        if ((await ask('PUT', `/api/v1/dashboard/${own}`, { dashboard_title: title })) === null) {
          acknowledged.delete(own); // whether it was written is not known
          return false;
        }
        acknowledged.set(own, title);
        return true;
      }
      const text = await ask('POST', '/api/v1/dashboard/', { dashboard_title: title });
      if (text === null) return false;
      acknowledged.set((JSON.parse(text) as { id: number }).id, title);
      return true;
    },
    data: async (client, fairnessKey) => {
      const text = await ask('POST', '/api/v1/chart/data', {
        datasource: { id: dataset, type: 'table' },
        queries: [{ columns: ['region'], metrics: ['count'], row_limit: 10 + (fairnessKey % 7) * 4 + client }],
      });
      return text?.includes('"EU"') === true;
    },
    signIn: async () => {
      const text = await ask(
        'POST',
        '/api/v1/security/login',
        { username: 'root', password: PASSWORD, provider: 'db' },
        {},
      );
      if (text === null) return false;
      const { access_token: token } = JSON.parse(text) as { access_token: string };
      return (await ask('GET', '/api/v1/me/', undefined, { authorization: `Bearer ${token}` })) !== null;
    },
  };

  async function live(kind: Kind, client: number): Promise<void> {
    for (let fairnessKey = 0; !over.signal.aborted; fairnessKey += 1) {
      const before = faults.length;
      if (await turns[kind](client, fairnessKey)) answered[kind] += 1;
      else if (faults.length === before) faults.push(`${kind}: an answer without what was asked`);
      await sleep(PAUSE_MS[kind], undefined, { signal: over.signal }).catch(() => undefined);
    }
  }
  const lives = (Object.keys(clients) as Kind[]).flatMap((kind) =>
    Array.from({ length: clients[kind] }, (_, client) => live(kind, client)),
  );

  return {
    answered: () => ({ ...answered }),
    faults,
    acknowledged,
    stop: async () => {
      over.abort();
      await Promise.all(lives);
    },
  };
}
