import '@tessera/viz/chart.css';
import type { EChartsParts } from '@tessera/viz/define';
import type { EChartsOption } from 'echarts';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useLayoutEffect, useRef } from 'react';
import classes from './Chart.module.css';
import { clickLegend, type Selected } from './legend.ts';

register([CanvasRenderer]);

export type EChartProps = {
  readonly option: EChartsOption;
  readonly parts: EChartsParts;
  readonly width: number;
  readonly height: number;
  /** Whether the system allows motion. */
  readonly animate: boolean;
  readonly onRendered: () => void;
  readonly onFailed: (error: unknown) => void;
};

/** Draws one option on a canvas. The first picture stands at once; later ones of the same chart move into place. */
export function EChart({ option, parts, width, height, animate, onRendered, onFailed }: EChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const selected = useRef<Selected>({});
  const drawn = useRef(false);
  const listeners = useRef({ onRendered, onFailed });
  useLayoutEffect(() => {
    listeners.current = { onRendered, onFailed };
  });

  useLayoutEffect(() => {
    if (!element.current) return;
    register(parts);
    const made = init(element.current, null, { renderer: 'canvas' });
    chart.current = made;
    drawn.current = false;
    const detach = attachLegend(made, selected);
    made.on('finished', () => listeners.current.onRendered());
    return () => {
      detach();
      made.dispose();
      chart.current = null;
    };
  }, [parts]);

  useLayoutEffect(() => {
    const made = chart.current;
    if (made && (made.getWidth() !== width || made.getHeight() !== height)) made.resize({ width, height, animation: { duration: 0 } });
  }, [width, height, parts]);

  useEffect(() => {
    const made = chart.current;
    if (!made) return;
    try {
      made.setOption({ ...withSelection(option, selected.current), ...motion(drawn.current && animate, option) }, { notMerge: true });
      drawn.current = true;
    } catch (error) {
      listeners.current.onFailed(error);
    }
  }, [option, animate, parts]);

  return <div ref={element} className={classes['canvas']} style={{ width, height }} />;
}

const MOVE_MS = 200;

/** Motion only between two pictures of one chart, and only when the system and the chart allow it. */
function motion(moves: boolean, option: EChartsOption): EChartsOption {
  if (!moves || option.animation === false) return { animation: false };
  return { animation: true, animationDuration: 0, animationDurationUpdate: MOVE_MS, animationEasingUpdate: 'cubicOut' };
}

/** Entries that a person isolated stay isolated when the same chart is drawn again. */
function withSelection(option: EChartsOption, selected: Selected): EChartsOption {
  const { legend } = option;
  if (legend === undefined || Array.isArray(legend) || Object.keys(selected).length === 0) return option;
  return { ...option, legend: { ...legend, selected: { ...legend.selected, ...selected } } };
}

function attachLegend(chart: EChartsType, selected: { current: Selected }): () => void {
  let isToggle = false;
  let isOurs = false;
  const onPointer = (event: { event: { ctrlKey?: boolean; metaKey?: boolean } }) => {
    isToggle = event.event.ctrlKey === true || event.event.metaKey === true;
  };
  const zr = chart.getZr();
  zr.on('mousedown', onPointer);
  chart.on('legendselectchanged', (event) => {
    if (isOurs) return;
    const { name, selected: now } = event as { name: string; selected: Record<string, boolean> };
    // ECharts has switched the entry already; the state before the click is the other way round.
    const next = clickLegend(Object.keys(now), { ...now, [name]: !now[name] }, name, isToggle);
    isOurs = true;
    for (const [entry, isShown] of Object.entries(next)) {
      if (now[entry] !== isShown) chart.dispatchAction({ type: isShown ? 'legendSelect' : 'legendUnSelect', name: entry });
    }
    isOurs = false;
    selected.current = next;
  });
  return () => zr.off('mousedown', onPointer);
}
