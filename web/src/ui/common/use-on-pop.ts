import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLatest } from './use-latest.ts';

/**
 * Calls with every step of the browser through its history that stays on this page. The location of the router does not
 * say all of them: one that is left before its first picture was never seen, and going back from it changes nothing.
 *
 * @param onPop with the query of the address, and the state that its location was given
 */
export function useOnPop(onPop: (search: string, state: unknown) => void): void {
  const latest = useLatest({ onPop, pathname: useLocation().pathname });
  useEffect(() => {
    const follow = (): void => {
      if (window.location.pathname === latest.current.pathname)
        latest.current.onPop(window.location.search, stateOfEntry());
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [latest]);
}

/** The state of the location at which the browser is, seen by the page or not: the router keeps it as `usr`. */
export function stateOfEntry(): unknown {
  const { state } = window.history as { readonly state: unknown };
  return typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null;
}
