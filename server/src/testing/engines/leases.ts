import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A database server that was started for tests; who has it has it alone. */
export type Launched = {
  readonly port: number;
  readonly pid: number;
  /** Folder with its files, among them its socket where it has one. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
};
export type LeasedKind = 'postgresql' | 'mariadb' | 'mysql' | 'clickhouse' | 'trino';
type Recipe = {
  readonly launch: () => Promise<Launched>;
  /** Make it what it was after its start. It fails when that cannot be done, and the server is thrown away. */
  readonly reset: (server: Launched) => Promise<void>;
};

/** Where test files ask for servers; set for the whole run. */
const PLACE = 'TESSERA_TEST_LEASES';

/**
 * Servers outlive the test files that use them: a file leases one, and the next file gets it reset. A second of a kind
 * starts only while two files need one at once.
 * @returns ends them all
 */
export async function lendServers(recipes: Readonly<Record<LeasedKind, Recipe>>): Promise<() => Promise<void>> {
  const idle = new Map<LeasedKind, Launched[]>();
  const returning = new Map<LeasedKind, Set<Promise<void>>>();
  const all = new Set<Launched>();
  const sockets = new Set<Socket>();
  let isOver = false;
  const launch = async (kind: LeasedKind): Promise<Launched> => {
    const server = await recipes[kind].launch();
    all.add(server);
    return server;
  };
  const takeBack = async (kind: LeasedKind, server: Launched): Promise<void> => {
    try {
      await recipes[kind].reset(server);
      idle.set(kind, [...(idle.get(kind) ?? []), server]);
    } catch {
      all.delete(server);
      await server.stop();
    }
  };
  /** One that is being reset is there sooner than a new one. */
  const take = async (kind: LeasedKind): Promise<Launched> => {
    for (;;) {
      const free = idle.get(kind)?.pop();
      if (free) return free;
      const [soon] = returning.get(kind) ?? [];
      if (!soon) return launch(kind);
      returning.get(kind)?.delete(soon);
      await soon;
    }
  };
  const serve = async (socket: Socket): Promise<void> => {
    // The lease lasts as long as the connection: a file that crashes gives back what it has.
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    try {
      const kind = (await firstLine(socket)) as LeasedKind;
      const server = await take(kind);
      const { port, pid, folder } = server;
      socket.write(`${JSON.stringify({ port, pid, folder })}\n`);
      await closed;
      if (isOver) return;
      const back = takeBack(kind, server);
      const those = returning.get(kind) ?? new Set();
      returning.set(kind, those.add(back));
      await back.finally(() => those.delete(back));
    } catch (error) {
      socket.end(`${JSON.stringify({ error: String(error) })}\n`);
    }
  };
  const broker = createServer((socket) => {
    sockets.add(socket);
    void serve(socket).finally(() => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  process.env[PLACE] = String(typeof address === 'object' ? address?.port : '');
  return async () => {
    isOver = true;
    broker.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all([...all].map((server) => server.stop()));
  };
}

/** A server of the run; null where nobody lends any, as in benchmarks and journeys. */
export async function leased(kind: LeasedKind): Promise<Launched | null> {
  const place = process.env[PLACE];
  if (!place) return null;
  const socket = connect(Number(place), '127.0.0.1');
  socket.write(`${kind}\n`);
  const told = JSON.parse(await firstLine(socket)) as Omit<Launched, 'stop'> | { readonly error: string };
  if ('error' in told) throw new Error(told.error);
  // Nothing else keeps a test process.
  socket.unref();
  // It may be closed from either side, and given back more than once.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    ...told,
    stop: () => {
      socket.end();
      return closed;
    },
  };
}

async function firstLine(socket: Socket): Promise<string> {
  for await (const line of createInterface({ input: socket })) return line;
  throw new Error('The other end left.');
}
