import type { EChartsOption } from 'echarts';
import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import type { EChartProps } from '../EChart.tsx';
import { drawingOf } from './painted.ts';

/** What a chart shows until it is touched. */
export type Still = {
  readonly componentId: string;
  /** Whether the picture is of this size, in these colours, and of the answer that is shown. */
  readonly fits: (width: number, height: number) => boolean;
  /** Has the chart drawn by its library, as it is from then on. */
  readonly wake: (touched?: Touched) => void;
};
/** A press that came before the chart was awake, in px of the window. */
export type Touched = { readonly x: number; readonly y: number };

export const StillContext = createContext<Still | null>(null);

/** In the place of a canvas: the picture that came with the page. Whatever a canvas would answer to wakes the chart. */
export function StillCanvas(props: EChartProps) {
  const { option, width, height, highlighted, focused, range, onRendered } = props;
  const still = use(StillContext);
  const place = useRef<HTMLDivElement>(null);
  const [first] = useState<EChartsOption>(option);
  const drawing = still === null ? null : drawingOf(still.componentId);
  const isTouched = highlighted !== null || focused !== null || range !== null || option !== first;
  const isStale = still === null || drawing === null || !still.fits(width, height) || isTouched;
  useEffect(() => {
    if (isStale) still?.wake();
  }, [isStale, still]);
  useLayoutEffect(() => {
    if (drawing !== null) place.current?.replaceChildren(drawing);
  }, [drawing]);
  useEffect(onRendered);
  const onPress = (event: PointerEvent) => still?.wake({ x: event.clientX, y: event.clientY });
  return (
    <div
      ref={place}
      className="ts-still"
      style={{ width, height }}
      data-still
      onPointerEnter={() => still?.wake()}
      onPointerDown={onPress}
    />
  );
}
