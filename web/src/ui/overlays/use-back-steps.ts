import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';

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
  const location = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const latest = useRef({ location, isPop, goTo });
  useLayoutEffect(() => {
    latest.current = { location, isPop, goTo };
  });
  /** Steps of what lies below. */
  const [below] = useState(() => stepsOf(location.state));
  /** Entries of the history that are of these steps. */
  const entries = useRef(0);
  const seen = useRef(location.key);

  const takeBack = useCallback(
    (to: number) => {
      const count = entries.current - to;
      const { pathname, state } = latest.current.location;
      // Another address has come on top, or the page is left: what is below stays.
      const isOnTop = stepsOf(state) === below + entries.current && window.location.pathname === pathname;
      entries.current = to;
      if (count > 0 && isOnTop) void navigate(-count);
    },
    [below, navigate],
  );

  useEffect(() => {
    if (depth <= entries.current) return takeBack(depth);
    const { pathname, search, hash } = latest.current.location;
    entries.current = depth;
    void navigate({ pathname, search, hash }, { state: { steps: below + depth }, preventScrollReset: true });
  }, [below, depth, navigate, takeBack]);

  useEffect(() => {
    if (seen.current === location.key) return;
    seen.current = location.key;
    const to = Math.max(stepsOf(latest.current.location.state) - below, 0);
    if (!latest.current.isPop || to >= entries.current) return;
    entries.current = to;
    latest.current.goTo(to);
  }, [below, location.key]);

  useEffect(() => () => takeBack(0), [takeBack]);

  return useCallback(() => {
    entries.current = 0;
  }, []);
}

function stepsOf(state: unknown): number {
  const steps = typeof state === 'object' && state !== null && 'steps' in state ? state.steps : 0;
  return typeof steps === 'number' ? steps : 0;
}
