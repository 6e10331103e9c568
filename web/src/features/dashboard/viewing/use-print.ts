import { useCallback, useEffect } from 'react';
import { isComplete, useBoard, type Statuses } from '../view/chart-board.tsx';

/** So long a chart takes at most from being wanted to saying that it asks. */
const SETTLE_MS = 250;
/** Who prints does not wait for a database that does not answer. */
const LIMIT_MS = 60_000;

/**
 * Prints the open tabs whole: charts that were never on screen, or that went off it before a filter changed, are asked
 * for first. How many are waited for stands in the title row, where they can be stopped.
 */
export function usePrint(): () => void {
  const { wants, statuses } = useBoard();
  return useCallback(() => {
    wants.setState({ all: true });
    void allAnswered(statuses)
      .then(() => print())
      .finally(() => wants.setState({ all: false }));
  }, [wants, statuses]);
}

/** The keys by which a browser prints do the same. */
export function usePrintKeys(): void {
  const printAll = usePrint();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'p')
        return;
      event.preventDefault();
      printAll();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [printAll]);
}

type Watched = {
  readonly getState: () => Statuses;
  readonly subscribe: (listen: () => void) => () => void;
};

async function allAnswered(statuses: Watched): Promise<void> {
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  await new Promise<void>((done) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      // The last picture is on the page in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    };
    const timer = setTimeout(() => end(), LIMIT_MS);
    const stop = statuses.subscribe(() => isComplete(statuses.getState()) && end());
    if (isComplete(statuses.getState())) end();
  });
}
