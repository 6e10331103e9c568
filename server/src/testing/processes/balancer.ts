import { Agent, createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A small HTTP proxy in front of several servers, as balancers are: in turns to those that are ready. */
export type Balancer = {
  readonly address: string;
  /** Put a server at a place, also another one in its stead. It gets requests from its first good check on. */
  readonly use: (place: number, address: string) => void;
  /** Places that get requests now. */
  readonly ready: () => readonly number[];
  readonly close: () => Promise<void>;
};

type Node = { readonly address: URL; readonly agent: Agent; isReady: boolean };

const CHECK_MS = 200;
/** A check that takes longer has failed: `/ready` has a bound of its own. */
const CHECK_TIME_MS = 5000;

/** Start it on a free port. A request is sent again only where nothing was sent yet, and only if that is harmless. */
export async function startBalancer(): Promise<Balancer> {
  const nodes = new Map<number, Node>();
  let fairnessKey = 0;
  const over = new AbortController();

  const server = createServer((from, to) => {
    const candidates = [...nodes.values()].filter(({ isReady }) => isReady);
    fairnessKey += 1;
    forward(from, to, [
      ...candidates.slice(fairnessKey % candidates.length),
      ...candidates.slice(0, fairnessKey % candidates.length),
    ]);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function check(): Promise<void> {
    while (!over.signal.aborted) {
      await Promise.all(
        [...nodes.values()].map(async (node) => {
          const answer = await fetch(new URL('/ready', node.address), {
            headers: { connection: 'close' },
            signal: AbortSignal.timeout(CHECK_TIME_MS),
          }).then(
            ({ status }) => status,
            () => 0,
          );
          node.isReady = answer === 200;
        }),
      );
      await sleep(CHECK_MS);
    }
  }
  const checking = check();

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (place, address) => {
      nodes.get(place)?.agent.destroy();
      nodes.set(place, { address: new URL(address), agent: new Agent({ keepAlive: true }), isReady: false });
    },
    ready: () => [...nodes].flatMap(([place, { isReady }]) => (isReady ? [place] : [])),
    close: async () => {
      over.abort();
      await checking;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of nodes.values()) agent.destroy();
    },
  };
}

function forward(from: IncomingMessage, to: ServerResponse, [node, ...others]: readonly Node[]): void {
  if (!node) {
    to.writeHead(502).end('no server is ready');
    return;
  }
  const { connection: _, ...headers } = from.headers;
  const sent: ClientRequest = request(new URL(from.url ?? '/', node.address), {
    method: from.method,
    headers,
    agent: node.agent,
  });
  sent.once('response', (answer) => {
    const { connection: __, 'keep-alive': ___, ...own } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, own);
    answer.pipe(to);
    answer.once('error', () => to.destroy());
  });
  sent.once('error', (error) => {
    if (to.headersSent) return void to.destroy();
    const isHarmless = from.method === 'GET' || from.method === 'HEAD';
    if (isHarmless && 'code' in error && error.code === 'ECONNREFUSED') return forward(from, to, others);
    to.writeHead(502).end(error.message);
  });
  from.pipe(sent);
}
