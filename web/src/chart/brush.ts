import type { Box } from '@tessera/viz/marks';
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { pageSlots } from './page-slots.ts';

/** From and to, in values of the axis. */
export type Stretch = readonly [number, number];

/** Less than this is a click. */
const LEAST = 6;

/** What a brush covers: a stretch of the base axis, or an area. */
export type Brushed = {
  readonly along: Stretch;
  /** Of the y axis; null where only the base axis is brushed. */
  readonly across: Stretch | null;
};

export type BrushAxis = 'x' | 'y' | 'xy';

type Point = { readonly x: number; readonly y: number };

/**
 * A stretch of the base axis, or an area, drawn over with a mouse.
 *
 * @param follows  Whether who hears of it is ready for the next step; null hears of the whole alone
 * @returns its box while it is being drawn
 */
export function useBrush(
  element: RefObject<HTMLElement | null>,
  chart: RefObject<EChartsType | null>,
  axis: BrushAxis | null,
  onBrush: ((brushed: Brushed) => void) | null,
  follows: (() => boolean) | null,
): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  const latest = useRef({ onBrush, follows });
  useLayoutEffect(() => {
    latest.current = { onBrush, follows };
  });
  const isOn = onBrush !== null;
  useEffect(() => {
    const canvas = element.current;
    if (!canvas || axis === null || !isOn) return;
    const pointOf = (event: PointerEvent): Point => {
      const { left, top } = canvas.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    let start: Point | null = null;
    const steps = stepsOf(latest);
    const brushed = (end: Point) => (start === null ? null : brushedBetween(start, end, axis, chart.current));
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse') return;
      const point = pointOf(event);
      const inside = chart.current?.containPixel({ gridIndex: 0 }, [point.x, point.y]);
      start = inside === true ? point : null;
      pageSlots.pace(start !== null);
    };
    const onMove = (event: PointerEvent) => {
      if (start === null) return;
      const end = pointOf(event);
      setBox(boxBetween(start, end, axis, canvas));
      steps.next(() => brushed(end));
    };
    const onUp = (event: PointerEvent) => {
      if (start === null) return;
      const whole = brushed(pointOf(event));
      start = null;
      setBox(null);
      pageSlots.pace(false);
      steps.end(whole);
    };
    canvas.addEventListener('pointerdown', onDown);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    return () => {
      pageSlots.pace(false);
      steps.end(null);
      canvas.removeEventListener('pointerdown', onDown);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
    };
  }, [element, chart, axis, isOn]);
  return box;
}

/** In values of the axes; null where it is no more than a click, or the canvas has no axes any more. */
function brushedBetween(start: Point, end: Point, axis: BrushAxis, chart: EChartsType | null): Brushed | null {
  const stretch = (of: 'x' | 'y'): Stretch | null => {
    const [from, to] = ordered(start[of], end[of]);
    const value = (px: number) =>
      Number(chart?.convertFromPixel(of === 'x' ? { xAxisIndex: 0 } : { yAxisIndex: 0 }, px));
    const [least, most] = ordered(value(from), value(to));
    return to - from >= LEAST && Number.isFinite(least) && Number.isFinite(most) ? [least, most] : null;
  };
  const along = stretch(axis === 'y' ? 'y' : 'x');
  const across = axis === 'xy' ? stretch('y') : null;
  return along === null || (axis === 'xy' && across === null) ? null : { along, across };
}

function boxBetween(start: Point, end: Point, axis: BrushAxis, canvas: HTMLElement): Box | null {
  const [left, right] = ordered(start.x, end.x);
  const [top, bottom] = ordered(start.y, end.y);
  if (axis === 'xy') {
    const isClick = right - left < LEAST || bottom - top < LEAST;
    return isClick ? null : { x: left, y: top, width: right - left, height: bottom - top };
  }
  const [from, to] = axis === 'x' ? [left, right] : [top, bottom];
  return to - from < LEAST ? null : boxAlong(axis, from, to, canvas);
}

type Heard = RefObject<{
  readonly onBrush: ((brushed: Brushed) => void) | null;
  readonly follows: (() => boolean) | null;
}>;

/** Hands the newest brush on as soon as the one before has been followed; those between are never reckoned. */
function stepsOf(latest: Heard) {
  let frame = 0;
  const next = (newest: () => Brushed | null): void => {
    cancelAnimationFrame(frame);
    const { follows, onBrush } = latest.current;
    if (follows === null) return;
    frame = requestAnimationFrame(() => {
      if (!follows()) return next(newest);
      const brushed = newest();
      if (brushed !== null) onBrush?.(brushed);
    });
  };
  const end = (brushed: Brushed | null): void => {
    cancelAnimationFrame(frame);
    if (brushed !== null) latest.current.onBrush?.(brushed);
  };
  return { next, end };
}

/** The box of a stretch that the keyboard has chosen, in values of the axis. */
export function useRangeBox(
  element: RefObject<HTMLElement | null>,
  chart: RefObject<EChartsType | null>,
  given: BrushAxis | null,
  range: Stretch | null,
  option: EChartsOption,
): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  // The keyboard goes from mark to mark: of an area it chooses the stretch of the base axis.
  const axis = given === 'xy' ? 'x' : given;
  useEffect(() => {
    const canvas = element.current;
    const made = chart.current;
    if (!canvas || !made || axis === null || range === null) return setBox(null);
    const toPx = (value: number) => made.convertToPixel(axis === 'x' ? { xAxisIndex: 0 } : { yAxisIndex: 0 }, value);
    const [from, to] = ordered(toPx(range[0]), toPx(range[1]));
    // Of one place, its line.
    setBox(boxAlong(axis, from, Math.max(to, from + 1), canvas));
  }, [element, chart, axis, range, option]);
  return box;
}

function ordered(a: number, b: number): readonly [number, number] {
  return a <= b ? [a, b] : [b, a];
}

function boxAlong(axis: 'x' | 'y', from: number, to: number, { clientWidth, clientHeight }: HTMLElement): Box {
  return axis === 'x'
    ? { x: from, y: 0, width: to - from, height: clientHeight }
    : { x: 0, y: from, width: clientWidth, height: to - from };
}
