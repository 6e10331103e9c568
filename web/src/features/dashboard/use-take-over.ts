import { useEffect } from 'react';
import { paintedIds, takeOver } from '../../chart/still/painted.ts';
import { themeMode, usePreferences } from '../../ui/common/preferences.ts';
import { isComplete, useStatuses } from './view/chart-board.tsx';

const YEAR_SECONDS = 31_536_000;

/**
 * Takes the place of what the server wrote as soon as every picture in it is on the page, and remembers what the server
 * has to know of this window to do so again.
 */
export function useTakeOver(): void {
  const isReady = useStatuses((statuses) => {
    const ids = paintedIds();
    const found = Object.fromEntries(ids.flatMap((id) => (statuses[id] ? [[id, statuses[id]]] : [])));
    // Where places have other names here than there, every chart counts.
    const counted = Object.keys(found).length === 0 ? statuses : found;
    return ids.length === 0 || (Object.keys(counted).length > 0 && isComplete(counted));
  });
  useEffect(() => {
    if (isReady) takeOver();
  }, [isReady]);
  useEffect(() => {
    const remember = () => rememberView();
    remember();
    addEventListener('pagehide', remember);
    return () => {
      removeEventListener('pagehide', remember);
      remember();
    };
  }, []);
}

function rememberView(): void {
  const { density, ...theme } = usePreferences.getState();
  const width = document.documentElement.clientWidth;
  if (width < 100 || width > 9999) return;
  const filters = foldedChoice() === 'yes' ? 'folded' : 'open';
  const view = [width, themeMode(theme), density, filters].join('.');
  document.cookie = `tessera_view=${view}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

function foldedChoice(): string | null {
  try {
    return localStorage.getItem('tessera.filters.folded');
  } catch {
    return null;
  }
}
