import '@tessera/viz/chart.css';
import type { EChartsParts } from '@tessera/viz/define';
import type { EChartsOption } from 'echarts';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useLayoutEffect, useRef } from 'react';
import classes from './Chart.module.css';
import { clickLegend, withSelection, type Selected } from './legend.ts';

register([CanvasRenderer]);

export type EChartProps = {
  readonly option: EChartsOption;
  readonly parts: EChartsParts;
  readonly width: number;
  readonly height: number;
  /** Whether the system allows motion. */
  readonly animate: boolean;
  /** Which names of the legend are shown; names that it lacks are. */
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
  /** The name that stands out, from a legend outside of the canvas. */
  readonly highlighted: string | null;
  readonly onRendered: () => void;
  readonly onFailed: (error: unknown) => void;
};

/** Draws one option on a canvas. The first picture stands at once; later ones of the same chart move into place. */
export function EChart({
  option,
  parts,
  width,
  height,
  animate,
  selected,
  onSelect,
  highlighted,
  onRendered,
  onFailed,
}: EChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const drawn = useRef(false);
  const latest = useRef({ onRendered, onFailed, onSelect, selected });
  useLayoutEffect(() => {
    latest.current = { onRendered, onFailed, onSelect, selected };
  });

  useLayoutEffect(() => {
    if (!element.current) return;
    register(parts);
    const made = init(element.current, null, { renderer: 'canvas' });
    chart.current = made;
    drawn.current = false;
    const detach = attachLegend(made, latest);
    made.on('finished', () => latest.current.onRendered());
    return () => {
      detach();
      made.dispose();
      chart.current = null;
    };
  }, [parts]);

  useLayoutEffect(() => {
    const made = chart.current;
    if (made && (made.getWidth() !== width || made.getHeight() !== height))
      made.resize({ width, height, animation: { duration: 0 } });
  }, [width, height, parts]);

  useEffect(() => {
    const made = chart.current;
    if (!made) return;
    try {
      made.setOption(
        { ...withSelection(option, latest.current.selected), ...motion(drawn.current && animate, option) },
        { notMerge: true },
      );
      drawn.current = true;
    } catch (error) {
      latest.current.onFailed(error);
    }
  }, [option, animate, parts]);

  useEffect(() => {
    if (chart.current && drawn.current) select(chart.current, selected);
  }, [selected]);

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
  }, [highlighted]);

  return <div ref={element} className={classes['canvas']} style={{ width, height }} />;
}

const MOVE_MS = 200;

/** Motion only between two pictures of one chart, and only when the system and the chart allow it. */
function motion(moves: boolean, option: EChartsOption): EChartsOption {
  if (!moves || option.animation === false) return { animation: false };
  return { animation: true, animationDuration: 0, animationDurationUpdate: MOVE_MS, animationEasingUpdate: 'cubicOut' };
}

/** One action for all names that appear and one for all that go, however many there are. */
function select(chart: EChartsType, selected: Selected): void {
  // Nothing was chosen yet, and to ask what is shown copies the whole option.
  if (Object.keys(selected).length === 0) return;
  const now = shownNames(chart);
  const switched = (to: boolean) =>
    Object.entries(selected).flatMap(([name, isShown]) =>
      isShown === to && (now[name] !== false) !== to ? [{ name }] : [],
    );
  const [shown, hidden] = [switched(true), switched(false)];
  if (shown.length > 0) chart.dispatchAction({ type: 'legendSelect', batch: shown });
  if (hidden.length > 0) chart.dispatchAction({ type: 'legendUnSelect', batch: hidden });
}

function shownNames(chart: EChartsType): Selected {
  const { legend } = chart.getOption();
  const first: unknown = Array.isArray(legend) ? legend[0] : legend;
  return typeof first === 'object' && first !== null && 'selected' in first ? (first.selected as Selected) : {};
}

type Listeners = { readonly current: { readonly onSelect: (selected: Selected) => void } };

/** A click on the canvas legend is a change of what is selected; what ECharts does by itself is taken over by it. */
function attachLegend(chart: EChartsType, latest: Listeners): () => void {
  let isToggle = false;
  const onPointer = (event: { event: { ctrlKey?: boolean; metaKey?: boolean } }) => {
    isToggle = event.event.ctrlKey === true || event.event.metaKey === true;
  };
  const zr = chart.getZr();
  zr.on('mousedown', onPointer);
  chart.on('legendselectchanged', (event) => {
    const { name, selected: now } = event as { name: string; selected: Record<string, boolean> };
    // ECharts has switched the entry already; the state before the click is the other way round.
    latest.current.onSelect(clickLegend(Object.keys(now), { ...now, [name]: !now[name] }, name, isToggle));
  });
  return () => zr.off('mousedown', onPointer);
}
