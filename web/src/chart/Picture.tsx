import { t } from '@tessera/core/messages';
import type { ChartContext } from '@tessera/viz/define';
import type { ChartEvent } from '@tessera/viz/events';
import { nothingCame } from '@tessera/viz/layer/empty';
import type { Box, Mark } from '@tessera/viz/marks';
import type { EChartsOption } from 'echarts';
import {
  Suspense,
  lazy,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import classes from './Chart.module.css';
import { axisOfBrush } from './brush-axis.ts';
import type { BrushAxis } from './brush.ts';
import type { CanvasTouch } from './EChart.tsx';
import { MarkDeskContext } from './drill/mark-host.ts';
import { hiddenOf, type LegendClick, longLegendOf, markOfSeries, selectedOf, withoutLegendPicture } from './legend.ts';
import { Touchable } from './Touchable.tsx';
import type { ChartControl, Shown } from './use-chart.ts';
import type { InputControl } from './use-inputs.ts';
import { useReducedMotion } from './use-reduced-motion.ts';
import { useTouch, type Touch } from './use-touch.ts';
import { vizEntry } from './use-viz.ts';

// Few charts have so many names, and a menu is there when it is asked for.
const LegendBar = lazy(() => import('./LegendBar.tsx').then((module) => ({ default: module.LegendBar })));
const MarkMenu = lazy(() => import('./MarkMenu.tsx').then((module) => ({ default: module.MarkMenu })));

type PictureProps = {
  readonly shown: Shown;
  readonly chart: ChartControl;
  readonly context: ChartContext;
  readonly control: InputControl;
  readonly title: string;
};
type Draw<K extends Shown['loaded']['draw']['kind']> = {
  readonly draw: Extract<Shown['loaded']['draw'], { readonly kind: K }>;
};

/** What the last answer looks like, in the way of its type. */
export function Picture(props: PictureProps) {
  const { shown, chart, context } = props;
  const { draw, viz } = shown.loaded;
  const isEmpty = shown.results.every((result) => result.table.rowCount === 0);
  const reason = useMemo(
    () => (isEmpty ? null : viz.whyEmpty(shown.results, shown.form)),
    [isEmpty, viz, shown.results, shown.form],
  );
  if (isEmpty) {
    const nothing = nothingCame(shown.results, shown.form, context);
    return (
      <NothingDrawn title={nothing.title} onShown={chart.onRendered}>
        {nothing.reason}
      </NothingDrawn>
    );
  }
  if (reason !== null)
    return (
      <NothingDrawn title={t('Nothing to draw')} onShown={chart.onRendered}>
        {reason}
      </NothingDrawn>
    );
  switch (draw.kind) {
    case 'option':
      return <OptionPicture {...props} draw={draw} />;
    case 'model':
      return <ModelPicture {...props} draw={draw} />;
    case 'scene':
      return <ScenePicture {...props} draw={draw} />;
  }
}

function brushing(brushAxis: BrushAxis | null, { brush }: Touch) {
  return { brushAxis, onBrush: brushAxis === null ? null : brush };
}

function OptionPicture({ shown, chart, context, control, title, draw }: PictureProps & Draw<'option'>) {
  const calm = useReducedMotion();
  const touch = useTouch(shown, context, control);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const option = useMemo(
    () => draw.toOption(shown.results, shown.form, context),
    [draw, shown.results, shown.form, context],
  );
  const { longLegend, drawn, onLegend } = useLegend(option, touch, control);
  const { inputs, setHidden } = control;
  const { host } = use(MarkDeskContext);
  const onTouch = ({ kind, drawn: place, isAdded, at }: CanvasTouch) => {
    const mark = place && touch.marks().find((one) => isAt(one, place));
    if (!mark) return kind === 'click' ? void touch.clear() : undefined;
    return kind === 'click' ? touch.press(mark, isAdded, at) : touch.openMenu(mark, at);
  };
  const onHover = (place: Mark['drawn'] | null) =>
    touch.hover(place ? `${place.seriesId}:${place.dataIndex}` : null, () =>
      touch.marks().find((one) => place && isAt(one, place)),
    );
  const brushAxis = axisOfBrush(option, vizEntry(shown.loaded.viz.type)?.capabilities.brushes ?? null);
  return (
    <>
      <Touchable title={title} touch={touch} brushes={brushAxis !== null}>
        <Told shown={shown} context={context} title={title} role="img">
          <draw.Canvas
            option={drawn}
            parts={draw.parts}
            width={context.width}
            height={context.height}
            animate={!calm}
            onLegend={onLegend}
            highlighted={highlighted}
            focused={touch.focused?.drawn ?? null}
            onTouch={onTouch}
            onHover={onHover}
            range={touch.range.range}
            {...brushing(brushAxis, touch)}
            follows={host.follows}
            onRendered={chart.onRendered}
            onFailed={chart.onFailed}
          />
        </Told>
      </Touchable>
      {longLegend && (
        <Suspense fallback={null}>
          <LegendBar
            legend={longLegend}
            title={title}
            selected={selectedOf(inputs.hidden)}
            onClick={onLegend}
            onSelect={(selected) => setHidden(hiddenOf(selected))}
            onHighlight={setHighlighted}
          />
        </Suspense>
      )}
      <Menu touch={touch} control={control} shown={shown} />
    </>
  );
}

/** A legend that is drawn apart, and what a click on a name of any does: it selects where a mark would. */
function useLegend(option: EChartsOption, { marks, select }: Touch, { inputs, setHidden }: InputControl) {
  const longLegend = useMemo(() => longLegendOf(option), [option]);
  const drawn = useMemo(() => (longLegend ? withoutLegendPicture(option) : option), [option, longLegend]);
  const { press } = use(MarkDeskContext).host;
  const onLegend = ({ name, isToggle, selected }: LegendClick) => {
    const mark = inputs.emits && press === 'select' ? markOfSeries(marks(), name) : null;
    const isSelected = mark !== null && select(mark, isToggle);
    if (!isSelected) setHidden(hiddenOf(selected));
    return !isSelected;
  };
  return { longLegend, drawn, onLegend };
}

function isAt({ drawn }: Mark, place: NonNullable<Mark['drawn']>): boolean {
  return drawn?.seriesId === place.seriesId && drawn.dataIndex === place.dataIndex;
}

function ModelPicture({ shown, chart, context, control, title, draw }: PictureProps & Draw<'model'>) {
  const touch = useTouch(shown, context, control);
  const model = useMemo(
    () => draw.toModel(shown.results, shown.form, context),
    [draw, shown.results, shown.form, context],
  );
  const rendered = useRendered(chart, model);
  const onEvent = (event: ChartEvent, at?: { readonly x: number; readonly y: number }) => {
    if (event.kind === 'select')
      if (at) touch.press(event.mark, event.isAdded, at);
      else touch.select(event.mark, event.isAdded);
    if (event.kind === 'clear') touch.clear();
    if (event.kind === 'menu' && at) touch.openMenu(event.mark, at);
    if (event.kind === 'hover') touch.hover(event.mark?.key ?? null, () => event.mark ?? undefined);
  };
  return (
    <Told shown={shown} context={context} title={title}>
      <draw.View
        model={model}
        context={context}
        ownState={chart.ownState}
        setOwnState={chart.setOwnState}
        onEvent={onEvent}
        onRendered={rendered}
      />
      <span className="ts-visually-hidden" role="status" data-spoken>
        {touch.spoken}
      </span>
      <Menu touch={touch} control={control} shown={shown} />
    </Told>
  );
}

function ScenePicture({ shown, chart, context, control, title, draw }: PictureProps & Draw<'scene'>) {
  const touch = useTouch(shown, context, control);
  const scene = useMemo(
    () => draw.toScene(shown.results, shown.form, context),
    [draw, shown.results, shown.form, context],
  );
  const [pointer, setPointer] = useState({ x: 0, y: 0 });
  const rendered = useRendered(chart, scene);
  useEffect(rendered, [rendered, scene]);
  const markOf = (key: string | null) => (key === null ? undefined : touch.marks().find((one) => one.key === key));
  const onMark = (kind: 'click' | 'menu' | 'hover', key: string | null, event: MouseEvent) => {
    if (kind === 'hover')
      return touch.hover(key, () => {
        setPointer({ x: event.offsetX, y: event.offsetY });
        return markOf(key);
      });
    const mark = markOf(key);
    if (!mark) return kind === 'click' ? void touch.clear() : undefined;
    if (kind === 'menu') event.preventDefault();
    const isAdded = event.ctrlKey || event.metaKey || event.shiftKey;
    const at = { x: event.clientX, y: event.clientY };
    return kind === 'click' ? touch.press(mark, isAdded, at) : touch.openMenu(mark, at);
  };
  const ring = touch.focused?.at ?? null;
  const hovered = markOf(context.inputs.highlighted);
  return (
    <>
      <Touchable title={title} touch={touch}>
        <Told shown={shown} context={context} title={title}>
          <draw.View scene={scene} onMark={onMark} />
        </Told>
        {ring && <Ring at={ring} />}
        {hovered && <Name of={hovered} at={pointer} width={context.width} />}
      </Touchable>
      <Menu touch={touch} control={control} shown={shown} />
    </>
  );
}

function Ring({ at: { x, y, width, height } }: { readonly at: Box }) {
  return <div className={classes['ring']} style={{ left: x, top: y, width, height }} aria-hidden data-ring />;
}

type NameProps = {
  readonly of: Mark;
  readonly at: { readonly x: number; readonly y: number };
  readonly width: number;
};

/** What the pointer is over, beside it; on the side that has more room. */
function Name({ of: { name }, at: { x, y }, width }: NameProps) {
  return (
    <div
      className={classes['markName']}
      style={x > width / 2 ? { right: width - x + 12, top: y + 12 } : { left: x + 12, top: y + 12 }}
      aria-hidden
      data-mark-name
    >
      {name}
    </div>
  );
}

type MenuProps = Pick<PictureProps, 'shown' | 'control'> & { readonly touch: ReturnType<typeof useTouch> };

function Menu({ touch, control, shown }: MenuProps) {
  return (
    touch.menu && (
      <Suspense fallback={null}>
        <MarkMenu menu={touch.menu} touch={touch} control={control} shown={shown} />
      </Suspense>
    )
  );
}

/** A view reports each drawing by itself; the answer that it belongs to may arrive a moment later. */
function useRendered({ onRendered, state: { status, request } }: ChartControl, drawing: unknown): () => void {
  const rendered = useCallback(() => onRendered(), [onRendered]);
  useEffect(() => {
    if (status === 'success') rendered();
  }, [status, request, rendered, drawing]);
  return rendered;
}

type ToldProps = Pick<PictureProps, 'shown' | 'context' | 'title'> & {
  readonly role?: 'img';
  readonly children: ReactNode;
};

/** A picture with its words, which are made after it: many points take longer to tell than a frame. */
function Told({ shown, context, title, role, children }: ToldProps) {
  const picture = useMemo(() => ({ shown, context }), [shown, context]);
  const drawn = useDeferredValue<typeof picture | null>(picture, null);
  const words = useMemo(() => (drawn ? altText(drawn.shown, drawn.context, title) : title), [drawn, title]);
  return (
    <figure className={classes['figure']} role={role} aria-label={words}>
      {children}
    </figure>
  );
}

/** One whose words fail still has its name. */
function altText({ loaded: { viz }, results, form }: Shown, context: ChartContext, title: string): string {
  try {
    return `${title}. ${viz.describe(results, form, context)}`;
  } catch {
    return title;
  }
}

type NothingDrawnProps = {
  readonly title: string;
  readonly onShown: () => void;
  /** The reason that is known. */
  readonly children: string;
};

/** No rows, or rows that draw nothing, with the reason. */
function NothingDrawn({ title, onShown, children }: NothingDrawnProps) {
  useEffect(onShown);
  return (
    <div className={classes['noRows']}>
      <EmptyState title={title} drawing="none" small>
        {children}
      </EmptyState>
    </div>
  );
}
