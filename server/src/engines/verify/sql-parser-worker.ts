import { parentPort } from 'node:worker_threads';
import type { TextPosition } from '@tessera/core/text-position';
import type { Said } from '../process/request-thread.ts';
import { placeByCharacters } from '../errors/error-positions.ts';
import type { SqlRead } from './reading.ts';

export type ParserName = 'postgresql' | 'mysql' | 'trino';
export type ParserRequest = { readonly parser: ParserName; readonly sql: string };

/** Parsers are large: each is loaded when it is first asked for. */
const parsers: Readonly<Record<ParserName, () => Promise<(sql: string) => SqlRead>>> = {
  postgresql: async () => {
    const [{ loadModule, parseSync }, { readPostgresql }] = await Promise.all([
      import('libpg-query'),
      import('../drivers/postgresql/reading.ts'),
    ]);
    await loadModule();
    return (sql) => {
      let tree: unknown;
      try {
        tree = parseSync(sql);
      } catch (error) {
        if (error instanceof Error && error.name === 'SqlError')
          return { ok: false, why: 'syntax', reason: error.message, ...placeOf(sql, error) };
        throw error;
      }
      return readPostgresql(tree);
    };
  },
  mysql: async () => (await import('../drivers/mysql/reading.ts')).readMysql,
  trino: async () => (await import('../drivers/trino/reading.ts')).readTrino,
};

/** Its characters are counted from 0. */
function placeOf(sql: string, error: Error): { readonly place?: TextPosition } {
  const details = 'sqlDetails' in error ? error.sqlDetails : undefined;
  const at =
    typeof details === 'object' && details !== null && 'cursorPosition' in details ? details.cursorPosition : undefined;
  return typeof at === 'number' && at >= 0 ? { place: placeByCharacters(sql, at) } : {};
}

const loaded = new Map<ParserName, Promise<(sql: string) => SqlRead>>();

parentPort?.on('message', ({ parser, sql }: ParserRequest) => {
  const read = loaded.get(parser) ?? parsers[parser]();
  loaded.set(parser, read);
  const say = (said: Said<SqlRead>): void => parentPort?.postMessage(said);
  // A parser that breaks ends the thread, and what it was asked fails.
  void read.then((ask) => {
    say('began');
    say(ask(sql));
  });
});
