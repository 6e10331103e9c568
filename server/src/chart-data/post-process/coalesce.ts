import { printExactJson } from '@tessera/core/exact-json';
import type { Table } from '@tessera/core/table';
import { untilAborted } from '../../engines/admission/deadline.ts';
import type { Finished, FinishOrder } from './post-process.ts';
import type { FinishFor, Finisher } from './worker-pool.ts';

/** Finish a run's rows. `run` identifies them: who asks for the same while it is done gets the same. */
export type FinishOnce = (run: string, table: Table, order: FinishOrder, who: FinishFor) => Promise<Finished>;

type Flight = { readonly finished: Promise<Finished>; readonly everybodyLeft: AbortController; waiting: number };

/** A crowd that waited for one run is answered from one encoding of it, which ends when the last of them leaves. */
export function createFinishOnce(finisher: Pick<Finisher, 'finish'>): FinishOnce {
  const underWay = new Map<string, Flight>();

  const begin = (name: string, table: Table, order: FinishOrder, fairnessKey: string): Flight => {
    const everybodyLeft = new AbortController();
    const flight: Flight = {
      finished: finisher.finish(table, order, { signal: everybodyLeft.signal, fairnessKey }),
      everybodyLeft,
      waiting: 0,
    };
    underWay.set(name, flight);
    // Small tables are done at once: the crowd behind this request comes in the same tick of the event loop.
    const forget = () => setImmediate(() => underWay.get(name) === flight && underWay.delete(name));
    flight.finished.then(forget, forget);
    return flight;
  };

  return async (run, table, order, { signal, fairnessKey }) => {
    const { format, steps, columnOrder, presentation } = order;
    const name = printExactJson({ run, format, steps, columnOrder, presentation });
    const flight = underWay.get(name) ?? begin(name, table, order, fairnessKey);
    flight.waiting += 1;
    try {
      return await untilAborted(flight.finished, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && signal.aborted) {
        if (underWay.get(name) === flight) underWay.delete(name);
        flight.everybodyLeft.abort();
      }
    }
  };
}
