import { AppError } from '@tessera/core/errors/app-error';
import { rowsOf } from '@tessera/core/table';
import { collect } from '../values/collect.ts';
import { failedTest, unwatched } from './connection-test.ts';
import type { Batch, Engine, RunOptions } from '../engine.ts';
import { ConnectionProblem } from '../errors/connection-problem.ts';
import { INTROSPECTION, ownQuery } from './own-query.ts';
import type { ProcessHost } from '../process/host.ts';

/** What differs between engines that read a file in a process of their own. */
export type FileEngine = {
  readonly dialect: string;
  readonly defaultSchema: string | null;
  /** Check the file and make the host of its processes. @throws ConnectionProblem */
  readonly openHost: () => Promise<ProcessHost>;
  /** Expressions are read together with their source. */
  readonly readsSource?: true;
  readonly introspect: (rows: Rows) => Pick<Engine, 'catalogs' | 'schemas' | 'tables' | 'details'>;
};
/** Rows of a query of the driver's own, as objects of texts, numbers and nulls. */
export type Rows = (
  sql: string,
  parameters: readonly (string | null)[],
  signal: AbortSignal,
) => Promise<readonly Readonly<Record<string, string | number | boolean | null>>[]>;

/** An engine over a process host that is made at the first query. */
export function fileEngine(file: FileEngine): Engine {
  let opening: Promise<ProcessHost> | null = null;

  function open(): Promise<ProcessHost> {
    opening ??= file.openHost();
    opening.catch(() => {
      opening = null;
    });
    return opening;
  }

  function host(): Promise<ProcessHost> {
    return open().catch((error: unknown) => {
      throw error instanceof ConnectionProblem
        ? new AppError(error.failure, { step: error.step, reason: error.message })
        : error;
    });
  }

  async function* stream(
    query: Parameters<Engine['stream']>[0],
    options: RunOptions,
    internal = false,
  ): AsyncGenerator<Batch, void> {
    yield* (await host()).stream(query, { ...options, internal });
  }

  const rows: Rows = async (sql, parameters, signal) => {
    const { table } = await collect(stream(ownQuery(sql, parameters), { ...INTROSPECTION, signal }, true));
    return rowsOf(table).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          typeof cell === 'object' ? null : typeof cell === 'bigint' ? String(cell) : cell,
        ]),
      ),
    );
  };

  const test: Engine['test'] = async ({ passed, signal } = unwatched) => {
    try {
      const opened = await open();
      passed('name');
      await opened.start();
      await rows('SELECT 1 AS one', [], signal);
      passed('rights');
      return { ok: true };
    } catch (error) {
      return failedTest(error);
    }
  };

  return {
    dialect: file.dialect,
    defaultSchema: file.defaultSchema,
    run: (query, options) => collect(stream(query, options), options),
    stream: (query, options) => stream(query, options),
    describe: async (sql, signal) => (await host()).describe(sql, signal),
    // Whole statements are looked at in the process, before they run.
    reader: {
      read: async (written, { signal }) => (await host()).read(written, signal),
      closed: null,
      ...(file.readsSource && { needsSource: true }),
    },
    ...file.introspect(rows),
    test,
    wake: async () => (await host()).start(),
    close: async () => {
      const opened = await opening?.catch(() => null);
      await opened?.close();
    },
  };
}
