import '@tessera/viz/chart.css';
import type { EChartsParts } from '@tessera/viz/define';
import type { Box } from '@tessera/viz/marks';
import { guardEchartsCaches } from '@tessera/viz/shared/guard-echarts-caches';
import type { EChartsOption } from 'echarts';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { cx } from '../ui/common/cx.ts';
import { useBrush, useRangeBox, type BrushAxis, type Brushed, type Stretch } from './brush.ts';
import { attachHover } from './canvas-hover.ts';
import { chartRequests } from './chart-requests.ts';
import { boxOf, drawnOf, nearestPoint, type Drawn } from './canvas-marks.ts';
import classes from './Chart.module.css';
import { clickLegend, type LegendClick } from './legend.ts';
import { isManyLines, useManyLines, withoutListening, type Crosshair } from './many-lines.ts';
import { measureAsServer } from './measure-text.ts';
import { withMotion } from './motion.ts';
import { attachPageWheel } from './page-wheel.ts';
import { pageSlots } from './page-slots.ts';
import { withPointer, type Pointer } from './pointer.ts';

register([CanvasRenderer]);
guardEchartsCaches();
measureAsServer();

/** What the pointer does on a canvas; a place is in px of the window. */
export type CanvasTouch = {
  readonly kind: 'click' | 'menu';
  readonly drawn: Drawn | null;
  readonly isAdded: boolean;
  readonly at: { readonly x: number; readonly y: number };
};

export type EChartProps = {
  readonly option: EChartsOption;
  readonly parts: EChartsParts;
  readonly width: number;
  readonly height: number;
  /** Whether the system allows motion. */
  readonly animate: boolean;
  /** @returns whether a click on the legend hides and shows */
  readonly onLegend: (click: LegendClick) => boolean;
  /** The name that stands out, from a legend outside of the canvas. */
  readonly highlighted: string | null;
  /** The mark that the keyboard is at. */
  readonly focused: Drawn | null;
  readonly onTouch: (touch: CanvasTouch) => void;
  /** What the pointer is over; null over nothing. */
  readonly onHover: (drawn: Drawn | null) => void;
  /** What a drag covers; null where the chart has nothing to brush. */
  readonly brushAxis: BrushAxis | null;
  /** What was drawn over; null where nothing can be. */
  readonly onBrush: ((brushed: Brushed) => void) | null;
  /** Where others follow a brush while it is drawn: whether they are ready. */
  readonly follows: (() => boolean) | null;
  /** The stretch that the keyboard has chosen so far. */
  readonly range: Stretch | null;
  readonly onRendered: () => void;
  readonly onFailed: (error: unknown) => void;
};

/** Draws one option on a canvas. The first picture stands at once; later ones of the same chart move into place. */
export function EChart(props: EChartProps) {
  const { option, parts, width, height, highlighted, focused, range, brushAxis, onBrush, follows } = props;
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const pointer = useRef<Pointer>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!element.current) return;
    register(parts);
    const made = init(element.current, null, { renderer: 'canvas' });
    chart.current = made;
    const detach = attachAll(made, pointer, latest);
    made.on('finished', () => latest.current.onRendered());
    return () => {
      detach();
      made.dispose();
      chart.current = null;
    };
  }, [parts]);

  useLayoutEffect(() => {
    const made = chart.current;
    // The option of the new size follows, and is drawn; the library's own way draws the old one once more.
    if (made && (made.getWidth() !== width || made.getHeight() !== height)) made.getZr().resize({ width, height });
  }, [width, height, parts]);

  const isMany = useOption(chart, pointer, latest, props);
  useHighlight(chart, isMany ? null : highlighted, option);
  const crosshair = useManyLines({ chart, option, isMany, highlighted });
  const ring = useRing(chart, focused, option);
  const dragged = useBrush(element, chart, brushAxis, onBrush, follows);
  const ranged = useRangeBox(element, chart, brushAxis, range, option);
  const brushed = dragged ?? ranged;
  return (
    <div className={classes['canvasFrame']} style={{ width, height }}>
      <div ref={element} className={classes['canvas']} style={{ width, height }} />
      {crosshair && <Cross of={crosshair} width={width} height={height} />}
      {brushed && (
        <div
          className={cx(classes['brush'], brushAxis === 'xy' && dragged !== null && classes['brushArea'])}
          style={styleOf(brushed)}
          aria-hidden
          data-brush
        />
      )}
      {ring && <div className={classes['ring']} style={styleOf(ring)} aria-hidden data-ring />}
    </div>
  );
}

/** Canvases that have a picture: the next one moves into its place. */
const haveOne = new WeakSet<EChartsType>();

/** Gives every new option to the canvas. @returns whether it is one of many lines, over which the page itself hovers */
function useOption(
  chart: RefObject<EChartsType | null>,
  pointer: { current: Pointer },
  latest: Latest,
  { option, animate, parts }: EChartProps,
): boolean {
  const isMany = useMemo(() => isManyLines(option), [option]);
  useEffect(() => {
    const made = chart.current;
    if (!made) return;
    try {
      const heard = isMany ? withoutListening(option) : withPointer(option, made, pointer);
      // The library carries what stands back into the next picture, and forgets there that a pointer is the reason.
      if (pointer.current !== null && haveOne.has(made)) made.dispatchAction({ type: 'downplay' });
      const moves = haveOne.has(made) && animate && !isMany && !chartRequests.isCrowd() && !pageSlots.isCrowd();
      made.setOption(withMotion(heard, moves), { notMerge: true });
      haveOne.add(made);
    } catch (error) {
      latest.current.onFailed(error);
    }
  }, [chart, pointer, latest, option, animate, parts, isMany]);
  return isMany;
}

type CrossProps = { readonly of: Crosshair; readonly width: number; readonly height: number };

function Cross({ of: { at, dot, path }, width, height }: CrossProps) {
  return (
    <svg className={classes['crosshair']} width={width} height={height} aria-hidden data-crosshair>
      {at && <line x1={at.x} x2={at.x} y1={at.from} y2={at.to} />}
      {path !== '' && <path d={path} />}
      {dot && <circle cx={dot.x} cy={dot.y} r={4} />}
    </svg>
  );
}

function styleOf({ x, y, width, height }: Box) {
  return { left: x, top: y, width, height };
}

/** The series or slice of a name stands out, in each picture anew. */
function useHighlight(chart: RefObject<EChartsType | null>, highlighted: string | null, option: EChartsOption): void {
  useEffect(() => {
    if (highlighted === null) return;
    const made = chart.current;
    // The name is that of a series, or of a slice in one.
    const actions = [{ seriesName: highlighted }, { name: highlighted }];
    for (const action of actions) made?.dispatchAction({ type: 'highlight', ...action });
    return () => {
      if (made?.isDisposed() === false)
        for (const action of actions) made.dispatchAction({ type: 'downplay', ...action });
    };
  }, [chart, highlighted, option]);
}

/** The box of the mark that the keyboard is at, and its tooltip beside it. */
function useRing(chart: RefObject<EChartsType | null>, focused: Drawn | null, option: EChartsOption): Box | null {
  const [ring, setRing] = useState<Box | null>(null);
  useEffect(() => {
    const made = chart.current;
    if (!made || focused === null) return setRing(null);
    setRing(boxOf(made, focused));
    const at = seriesIndexOf(option, focused.seriesId);
    if (at >= 0) made.dispatchAction({ type: 'showTip', seriesIndex: at, dataIndex: focused.dataIndex });
    return () => {
      if (!made.isDisposed()) made.dispatchAction({ type: 'hideTip' });
    };
  }, [chart, focused, option]);
  return ring;
}

function seriesIndexOf({ series }: EChartsOption, id: string): number {
  const all = Array.isArray(series) ? series : series ? [series] : [];
  return all.findIndex((one) => one.id === id);
}

type Latest = RefObject<EChartProps>;

/** Everything that is heard of a canvas. @returns what ends that */
function attachAll(chart: EChartsType, pointer: { current: Pointer }, latest: Latest): () => void {
  const ends = [
    attachPointer(chart, pointer),
    attachLegend(chart, latest),
    attachTouch(chart, latest),
    attachHover(chart, (over) => latest.current.onHover(over)),
    attachPageWheel(chart.getDom()),
  ];
  return () => ends.forEach((end) => end());
}

/** Where the pointer is, before anything that hears of it draws a tooltip. */
function attachPointer(chart: EChartsType, pointer: { current: Pointer }): () => void {
  const zr = chart.getZr();
  const onMove = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
    pointer.current = [offsetX, offsetY];
  };
  const onOut = () => {
    pointer.current = null;
  };
  zr.on('mousemove', onMove);
  zr.on('globalout', onOut);
  return () => {
    zr.off('mousemove', onMove);
    zr.off('globalout', onOut);
  };
}

type ZrEvent = {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly target?: unknown;
  readonly event: { readonly clientX?: number; readonly clientY?: number; readonly preventDefault?: () => void } & Keys;
};
type Keys = { readonly ctrlKey?: boolean; readonly metaKey?: boolean; readonly shiftKey?: boolean };

/** Clicks and right clicks, with the mark that they mean: the one that is hit, or the nearest point of a line. */
function attachTouch(chart: EChartsType, latest: Latest): () => void {
  const zr = chart.getZr();
  let hit: Drawn | null = null;
  const onSeries = (event: unknown) => {
    hit = drawnOf(event);
  };
  const touch = (kind: CanvasTouch['kind'], { offsetX, offsetY, target, event }: ZrEvent) => {
    const drawn = hit ?? pointNear(chart, latest.current.option, offsetX, offsetY);
    hit = null;
    // A legend, a label or an annotation means itself.
    if (drawn === null && target) return;
    if (kind === 'menu' && drawn !== null) event.preventDefault?.();
    const { ctrlKey = false, metaKey = false, shiftKey = false, clientX = 0, clientY = 0 } = event;
    const isAdded = ctrlKey || metaKey || shiftKey;
    latest.current.onTouch({ kind, drawn, isAdded, at: { x: clientX, y: clientY } });
  };
  const tell = (kind: CanvasTouch['kind']) => (event: unknown) => {
    // The canvas hears of an event before the series does, within one turn.
    queueMicrotask(() => {
      if (!chart.isDisposed()) touch(kind, event as ZrEvent);
    });
  };
  const onClick = tell('click');
  const onMenu = tell('menu');
  chart.on('click', onSeries);
  chart.on('contextmenu', onSeries);
  zr.on('click', onClick);
  zr.on('contextmenu', onMenu);
  const stopPresses = attachPresses(chart);
  return () => {
    stopPresses();
    zr.off('click', onClick);
    zr.off('contextmenu', onMenu);
  };
}

/** The library is deaf to mouse events while a finger is down, so a long press is handed to it by itself. */
function attachPresses(chart: EChartsType): () => void {
  const dom = chart.getDom();
  const onPress = (event: MouseEvent) => {
    if (event.isTrusted) return;
    event.stopPropagation();
    const { left, top } = dom.getBoundingClientRect();
    const at = { zrX: event.clientX - left, zrY: event.clientY - top };
    chart.getZr().handler.dispatch('contextmenu', Object.assign(event, at));
  };
  dom.addEventListener('contextmenu', onPress, { capture: true });
  return () => dom.removeEventListener('contextmenu', onPress, { capture: true });
}

function pointNear(chart: EChartsType, { xAxis }: EChartsOption, x: number, y: number): Drawn | null {
  return xAxis !== undefined && chart.containPixel({ gridIndex: 0 }, [x, y]) ? nearestPoint(chart, x, y) : null;
}

/** A click on the canvas legend is an event; which names are then shown comes back with the next option. */
function attachLegend(chart: EChartsType, latest: Latest): () => void {
  let isToggle = false;
  const onPointer = ({ event }: { event: Keys }) => {
    isToggle = event.ctrlKey === true || event.metaKey === true;
  };
  const zr = chart.getZr();
  zr.on('mousedown', onPointer);
  chart.on('legendselectchanged', (event) => {
    const { name, selected: now } = event as { name: string; selected: Record<string, boolean> };
    // ECharts has switched the entry already; the state before the click is the other way round.
    const selected = clickLegend(Object.keys(now), { ...now, [name]: !now[name] }, name, isToggle);
    const hides = latest.current.onLegend({ name, isToggle, selected });
    if (!hides) chart.dispatchAction({ type: 'legendToggleSelect', name }, { silent: true });
  });
  return () => zr.off('mousedown', onPointer);
}
