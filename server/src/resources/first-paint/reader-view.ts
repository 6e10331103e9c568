/** What the browser reports of its window and its reader's choices, so that pictures fit before any script runs. */
export type ReaderView = {
  /** px of the window without its scroll bar. */
  readonly width: number;
  readonly mode: 'light' | 'dark';
  readonly isCompact: boolean;
  readonly hidesFilters: boolean;
  /** Said by this browser; otherwise a guess, and pictures are scaled. */
  readonly isKnown: boolean;
};

const NAME = 'tessera_view';
const guess: ReaderView = { width: 1425, mode: 'light', isCompact: false, hidesFilters: false, isKnown: false };

/** The cookie of a page, `1425.light.comfortable.open`; anything else is a guess. */
export function readReaderView(cookies: string | undefined): ReaderView {
  const said = new RegExp(
    `(?:^|;\\s*)${NAME}=(\\d{3,4})\\.(light|dark)\\.(comfortable|compact)\\.(open|folded)(?:;|$)`,
  ).exec(cookies ?? '');
  if (!said) return guess;
  const [, width, mode, density, filters] = said;
  return {
    width: Math.min(4096, Math.max(320, Number(width))),
    mode: mode === 'dark' ? 'dark' : 'light',
    isCompact: density === 'compact',
    hidesFilters: filters === 'folded',
    isKnown: true,
  };
}
