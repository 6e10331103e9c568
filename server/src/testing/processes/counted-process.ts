import { setTimeout } from 'node:timers/promises';
import { serve } from '../../engines/process/serve.ts';

export type CountedSettings = { /** The database is never open. */ readonly hangs: boolean };

/**
 * An engine process without an engine: a query of so many empty batches, which are ready at once; `die` ends the
 * process as soon as `rows`, one batch, is asked in it too, or by itself when nobody comes; `cry …` ends it by a fault,
 * behind words that hold the query, and `exhaust` as memory that runs out does. It describes how often it was reported
 * to stop its engine.
 */
let stops = 0;
let arrived = (): void => undefined;
const company = new Promise<void>((resolve) => (arrived = resolve));

serve<CountedSettings>({
  open: ({ hangs }) => (hangs ? new Promise(() => undefined) : Promise.resolve()),
  run: async ({ sql }, emit) => {
    if (sql === 'die') {
      await Promise.race([company, setTimeout(500)]);
      process.kill(process.pid, 'SIGKILL');
    }
    if (sql.startsWith('cry ')) {
      process.stderr.write(`Fatal: stack of the engine\nwhile it ran: ${sql}\nat cell 'of a person'\n\u001b[2J`, () =>
        process.kill(process.pid, 'SIGSEGV'),
      );
      await setTimeout(10_000);
    }
    if (sql === 'exhaust') process.abort();
    if (sql === 'rows') {
      arrived();
      await setTimeout(500);
    }
    for (let batch = 0; batch < (sql === 'rows' ? 1 : Number(sql)); batch += 1) await emit(0, []);
    return { truncated: false };
  },
  describe: async () => [{ name: `stopped ${stops} times by ${process.pid}`, type: '', nullable: true, comment: null }],
  read: async () => ({ ok: false, why: 'syntax', reason: 'it reads nothing' }),
  cancel: () => {
    stops += 1;
  },
});
