import type { ChartContext } from '@tessera/viz/define';
import type { Shown } from '../use-chart.ts';

/** A picture as it stands on screen: what the reader chose, at this size, in this theme. */
export type Drawn = { readonly picture: Shown; readonly context: ChartContext };

/** By the answer that a chart shows, so that a menu beside the chart finds its picture; gone with the answer. */
const drawn = new WeakMap<Shown, Drawn>();

export function rememberDrawn(shown: Shown, picture: Drawn): void {
  drawn.set(shown, picture);
}

/** The picture of an answer; null while nothing of it has been drawn. */
export function drawnOf(shown: Shown | null): Drawn | null {
  return (shown && drawn.get(shown)) ?? null;
}
