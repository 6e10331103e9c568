import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLatest } from '../common/use-latest.ts';
import { stateOfEntry, useOnPop } from '../common/use-on-pop.ts';

/**
 * Steps into what lies over a page, each an entry in the history of the browser: Back takes the last one and leaves the
 * page where it is. What is closed or stepped back from by other ways takes its entries along.
 *
 * @param depth how many steps lead to what is shown, at least one while it is
 * @param goTo shows what so many steps lead to; none closes it
 * @returns gives the entries up, for a way that leads to another page
 */
export function useBackSteps(depth: number, goTo: (depth: number) => void): () => void {
  const navigate = useNavigate();
  const latest = useLatest({ pathname: useLocation().pathname });
  /** Steps of what lies below. */
  const [below] = useState(() => stepsOf(stateOfEntry()));
  /** Entries of the history that are of these steps. */
  const entries = useRef(0);

  const takeBack = useCallback(
    (to: number) => {
      const count = entries.current - to;
      // Another address has come on top, or the page is left: what is below stays.
      const isOnTop =
        stepsOf(stateOfEntry()) === below + entries.current && window.location.pathname === latest.current.pathname;
      entries.current = to;
      if (count > 0 && isOnTop) void navigate(-count);
    },
    [below, navigate, latest],
  );

  useEffect(() => {
    if (depth <= entries.current) return takeBack(depth);
    const { pathname, search, hash } = window.location;
    entries.current = depth;
    void navigate({ pathname, search, hash }, { state: { steps: below + depth }, preventScrollReset: true });
  }, [below, depth, navigate, takeBack]);

  useOnPop((_search, state) => {
    const to = Math.max(stepsOf(state) - below, 0);
    if (to >= entries.current) return;
    entries.current = to;
    goTo(to);
  });

  useEffect(() => () => takeBack(0), [takeBack]);

  return useCallback(() => {
    entries.current = 0;
  }, []);
}

function stepsOf(state: unknown): number {
  const steps = typeof state === 'object' && state !== null && 'steps' in state ? state.steps : 0;
  return typeof steps === 'number' ? steps : 0;
}
