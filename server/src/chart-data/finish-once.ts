import type { Table } from '@tessera/core/table';
import type { Finished, FinishOrder } from './finish.ts';
import type { Finisher } from './worker-pool.ts';

/** Finish a run's rows. `run` identifies them: who asks for the same while it is done gets the same. */
export type FinishOnce = (run: string, table: Table, order: FinishOrder) => Promise<Finished>;

/** A crowd that waited for one run is answered from one encoding of it. */
export function createFinishOnce(finisher: Pick<Finisher, 'finish'>): FinishOnce {
  const underWay = new Map<string, Promise<Finished>>();
  return (run, table, order) => {
    const name = `${run} ${order.format} ${JSON.stringify([order.steps, order.columnOrder, order.presentation])}`;
    const present = underWay.get(name);
    if (present) return present;
    const finished = finisher.finish(table, order);
    underWay.set(name, finished);
    // Small tables are done at once: the crowd behind this request comes in the same turn of the loop.
    const forget = () => setImmediate(() => underWay.delete(name));
    finished.then(forget, forget);
    return finished;
  };
}
