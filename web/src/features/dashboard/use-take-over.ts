import { useEffect } from 'react';
import { paintedIds, takeOver } from '../../chart/still/painted.ts';
import { themeMode, usePreferences } from '../../ui/common/preferences.ts';
import { isFinal, useStatuses } from './view/chart-board.tsx';

/** A page that can be used comes before one that looks the same. */
const LONGEST_MS = 8000;
const YEAR_SECONDS = 31_536_000;

/**
 * Takes the place of what the server wrote as soon as every picture in it is on the page, and remembers what the server
 * has to know of this window to do so again.
 */
export function useTakeOver(): void {
  const isReady = useStatuses((statuses) => {
    const ids = paintedIds();
    const known = ids.filter((id) => statuses[id] !== undefined);
    // Where places have other names here than there, every chart counts.
    const counted = Object.entries(statuses).filter(([id]) => known.length === 0 || known.includes(id));
    // To look for a box lays the page out: only where a chart is missing, and no further than the first that is.
    return ids.length === 0 || (counted.length > 0 && counted.every(([id, status]) => isFinal(status) || !hasBox(id)));
  });
  useEffect(() => {
    if (isReady) return takeOver();
    const timer = setTimeout(takeOver, LONGEST_MS);
    return () => clearTimeout(timer);
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

/** Whether a place takes room: what the author's style hides is never on screen and asks for nothing. */
function hasBox(componentId: string): boolean {
  const cards = [...document.querySelectorAll(`[data-component-id="${CSS.escape(componentId)}"]`)];
  return cards.length === 0 || cards.some((card) => card.getClientRects().length > 0);
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
