import { serve } from '../engines/process/serve.ts';

export type CountedSettings = { /** The database is never open. */ readonly hangs: boolean };

/** An engine process without an engine: a query of so many empty batches, which are ready at once. It describes how often it was told to stop its engine. */
let stops = 0;

serve<CountedSettings>({
  open: ({ hangs }) => (hangs ? new Promise(() => undefined) : Promise.resolve()),
  run: async ({ sql }, emit) => {
    for (let batch = 0; batch < Number(sql); batch += 1) await emit(0, []);
    return false;
  },
  describe: async () => [{ name: `stopped ${stops} times by ${process.pid}`, type: '', nullable: true, comment: null }],
  read: async () => ({ ok: false, why: 'syntax', reason: 'it reads nothing' }),
  cancel: () => {
    stops += 1;
  },
});
