import { parentPort } from 'node:worker_threads';
import type { SqlRead } from './reading.ts';

export type ParserName = 'postgresql' | 'mysql' | 'trino';
export type ParserRequest = { readonly id: number; readonly parser: ParserName; readonly sql: string };
export type ParserReply = { readonly id: number; readonly read: SqlRead };

/** Parsers are large: each is loaded when it is first asked for. */
const parsers: Readonly<Record<ParserName, () => Promise<(sql: string) => SqlRead>>> = {
  postgresql: async () => {
    const [{ loadModule, parseSync }, { readPostgresql }] = await Promise.all([import('libpg-query'), import('../postgresql/reading.ts')]);
    await loadModule();
    return (sql) => {
      let tree: unknown;
      try {
        tree = parseSync(sql);
      } catch (error) {
        if (error instanceof Error && error.name === 'SqlError') return { ok: false, reason: error.message };
        throw error;
      }
      return readPostgresql(tree);
    };
  },
  mysql: async () => (await import('../mysql/reading.ts')).readMysql,
  trino: async () => (await import('../trino/reading.ts')).readTrino,
};
const loaded = new Map<ParserName, Promise<(sql: string) => SqlRead>>();

parentPort?.on('message', ({ id, parser, sql }: ParserRequest) => {
  const read = loaded.get(parser) ?? parsers[parser]();
  loaded.set(parser, read);
  // A parser that breaks ends the thread, and what it was asked fails.
  void read.then((ask) => parentPort?.postMessage({ id, read: ask(sql) } satisfies ParserReply));
});
