import { sequentialScale } from '@tessera/core/colors/sequential';
import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { measuredMetrics, metricWriter } from '../../layer/metric-formats.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { isDimmed } from '../../select.ts';
import { axisTimeLabel, timeTicks } from '../../shared/axis-time.ts';
import { cutMiddle, tabularWidth, textWidth } from '../../shared/text.ts';
import { BANDS, writerOf, type Horizon, type HorizonSeries, readHorizon } from './bands.ts';
import type { HorizonForm } from './controls.ts';
import { hasPoints, pointMark, seriesMark } from './marks.ts';
import { placeOf, type HorizonPlace } from './place.ts';

const FONT = 11;
const DIMMED = 0.25;

/** A strip for each series: values in layers over each other, the stronger the greater, in another hue below zero. */
export function horizonScene(
  results: readonly QueryResult[],
  form: HorizonForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const data = readHorizon(results[0], form, context);
  const place = placeOf(data, form, context);
  const shown = data.series.slice(0, place.shown);
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes:
      data.times.length === 0 || shown.length === 0
        ? []
        : [
            ...shown.flatMap((series, at) => strip(series, at, data, place, form, context)),
            ...timeAxis(data, place, form, context),
            ...foot(data, place, form, context),
            ...pointer(data, place, form, context),
          ],
  };
}

function strip(
  series: HorizonSeries,
  at: number,
  data: Horizon,
  place: HorizonPlace,
  form: HorizonForm,
  context: ChartContext,
): readonly Shape[] {
  const { theme } = context;
  const top = place.top + at * place.row;
  const height = place.row - place.gap;
  const mark = seriesMark(series, form, context);
  const opacity = isDimmed(mark, context.inputs) ? { opacity: DIMMED } : {};
  const middle = tenth(top + height / 2);
  const name: Shape = {
    kind: 'text',
    x: place.left - 8,
    y: middle,
    text: cutMiddle(series.name, place.left - 14, FONT),
    size: FONT,
    anchor: 'end',
    baseline: 'central',
    fill: theme.text,
    mark: mark.key,
    ...opacity,
  };
  return [
    ...(place.row < 12 && at % 2 === 1 ? [] : [name]),
    {
      kind: 'group',
      clip: { x: place.left, y: tenth(top), width: place.width, height: tenth(height) },
      ...opacity,
      shapes: [
        {
          kind: 'rect',
          x: place.left,
          y: tenth(top),
          width: place.width,
          height: tenth(height),
          fill: theme.hairline,
          fillOpacity: 0.35,
          mark: mark.key,
        },
        ...layers(series, top + height, height, data, place, context).map((shape) => ({ ...shape, mark: mark.key })),
        ...touchAreas(series, top, height, data, place, form, context),
      ],
    },
  ];
}

/** Each layer is the same curve, one band further down; the clip of the strip cuts the rest. */
function layers(
  { drawn, reach }: HorizonSeries,
  bottom: number,
  height: number,
  { times }: Horizon,
  place: HorizonPlace,
  { theme }: ChartContext,
): readonly Shape[] {
  const color = bandColors(theme.mode);
  return [1, -1].flatMap((sign) => {
    if (!drawn.some((value) => value !== null && value * sign > 0)) return [];
    return Array.from({ length: BANDS }, (_, band): Shape => {
      const y = (value: number) => bottom - ((value * sign * BANDS) / reach - band) * height;
      return { kind: 'path', d: areaPath(times, drawn, place, y, bottom), fill: color(sign, band) };
    });
  });
}

/** Teal above zero, orange below, from light to strong. */
function bandColors(mode: 'light' | 'dark'): (sign: number, band: number) => string {
  const scale = sequentialScale('tessera_div', mode);
  return (sign, band) => scale(0.5 - (sign * (0.55 + band) * 0.5) / (BANDS - 0.45));
}

/** An area for each run of values; a lonely one is a narrow bar. */
function areaPath(
  times: readonly number[],
  values: readonly (number | null)[],
  place: HorizonPlace,
  y: (value: number) => number,
  bottom: number,
): string {
  const paths: string[] = [];
  let run: { x: number; y: number }[] = [];
  const close = () => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    const points =
      run.length === 1
        ? [
            { ...first, x: first.x - place.slot / 2 },
            { ...first, x: first.x + place.slot / 2 },
          ]
        : run;
    const line = points.map((point) => `${tenth(point.x)} ${tenth(clamped(point.y, bottom))}`).join('L');
    paths.push(
      `M${tenth(points[0]?.x ?? 0)} ${tenth(bottom)}L${line}L${tenth(points.at(-1)?.x ?? 0)} ${tenth(bottom)}Z`,
    );
    run = [];
  };
  values.forEach((value, index) => {
    if (value === null) close();
    else run.push({ x: place.x(times[index] ?? 0), y: y(value) });
  });
  close();
  return paths.join('');
}

/** Far outside of the strip a point only makes the number longer. */
function clamped(y: number, bottom: number): number {
  return Math.max(bottom - 5000, Math.min(bottom + 5000, y));
}

/** What the pointer finds at each moment. */
function touchAreas(
  series: HorizonSeries,
  top: number,
  height: number,
  data: Horizon,
  place: HorizonPlace,
  form: HorizonForm,
  context: ChartContext,
): readonly Shape[] {
  if (!hasPoints(data)) return [];
  return data.times.flatMap((time, index): Shape[] => {
    const mark = pointMark(series, index, data, form, context);
    if (mark === null) return [];
    const [from, to] = place.span(index);
    return [
      {
        kind: 'rect',
        x: tenth(Math.max(place.left, Math.min(from, place.x(time)))),
        y: tenth(top),
        width: tenth(Math.max(1, to - from)),
        height: tenth(height),
        fill: '#000',
        fillOpacity: 0,
        mark: mark.key,
      },
    ];
  });
}

function timeAxis({ times }: Horizon, place: HorizonPlace, form: HorizonForm, context: ChartContext): readonly Shape[] {
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  const y = place.top + place.shown * place.row;
  let end = Number.NEGATIVE_INFINITY;
  return timeTicks(from, to, Math.max(2, place.width / 84)).flatMap((tick): Shape[] => {
    const text = axisTimeLabel(tick, 'smart_date', form.time_grain_sqla, context);
    const width = textWidth(text, FONT);
    const x = Math.max(place.left + width / 2, Math.min(place.left + place.width - width / 2, place.x(tick)));
    if (x - width / 2 < end + 8) return [];
    end = x + width / 2;
    const at = tenth(place.x(tick));
    return [
      { kind: 'line', x1: at, x2: at, y1: tenth(y), y2: tenth(y + 4), stroke: context.theme.zeroLine, strokeWidth: 1 },
      {
        kind: 'text',
        x: tenth(x),
        y: tenth(y + 15),
        text,
        size: FONT,
        anchor: 'middle',
        fill: context.theme.textMuted,
      },
    ];
  });
}

/** What the colours stand for, and what found no room. */
function foot(data: Horizon, place: HorizonPlace, form: HorizonForm, context: ChartContext): readonly Shape[] {
  const { theme, width, height } = context;
  const y = height - 8;
  const color = bandColors(theme.mode);
  const hasNegative = data.series.some(({ drawn }) => drawn.some((value) => value !== null && value < 0));
  const swatches = [
    ...(hasNegative ? [2, 1, 0].map((band) => color(-1, band)) : []),
    ...[0, 1, 2].map((band) => color(1, band)),
  ];
  const reach = data.series[0]?.reach ?? 1;
  const scale = metricWriter(measuredMetrics(form), context, form.contribution ? ',.1%' : undefined).short;
  const [low, high] = [hasNegative ? -reach : 0, reach].map(scale);
  const said =
    form.horizon_color_scale === 'overall'
      ? `${low ?? ''} … ${high ?? ''}`
      : form.horizon_color_scale === 'change'
        ? t('Change since the first value, up to the greatest of each series')
        : t('Up to the greatest value of each series');
  const hidden = data.series.length - place.shown;
  const cut = hidden > 0 ? tn('1 series has no room', '%(count)s series have no room', hidden) : '';
  const room = width - 16 - swatches.length * 14 - (cut === '' ? 0 : textWidth(cut, FONT) + 16);
  return [
    ...swatches.map((fill, at): Shape => ({ kind: 'rect', x: 4 + at * 13, y: y - 9, width: 13, height: 9, fill })),
    {
      kind: 'text',
      x: 10 + swatches.length * 13,
      y: y - 1,
      text: cutMiddle(said, room, FONT),
      size: FONT,
      fill: theme.textMuted,
    },
    ...(cut === ''
      ? []
      : [
          {
            kind: 'text',
            x: width - 4,
            y: y - 1,
            text: cut,
            size: FONT,
            anchor: 'end',
            fill: theme.textMuted,
          } as const,
        ]),
  ];
}

/** Values at the moment under the pointer; without one the last of each series. */
function pointer(data: Horizon, place: HorizonPlace, form: HorizonForm, context: ChartContext): readonly Shape[] {
  const { theme, inputs } = context;
  const at = hasPoints(data) && inputs.highlighted !== null ? momentOf(inputs.highlighted, data) : null;
  const values = data.series.slice(0, place.shown).flatMap((series, row): Shape[] => {
    const value = at === null ? (series.values.findLast((one) => one !== null) ?? null) : (series.values[at] ?? null);
    const text = value === null ? '–' : writerOf(series, form, context).short(value);
    if (place.right < tabularWidth(text, FONT) || (place.row < 12 && row % 2 === 1)) return [];
    return [
      {
        kind: 'text',
        x: context.width - 4,
        y: tenth(place.top + row * place.row + (place.row - place.gap) / 2),
        text,
        size: FONT,
        anchor: 'end',
        baseline: 'central',
        isTabular: true,
        fill: at === null ? theme.textMuted : theme.text,
      },
    ];
  });
  if (at === null) return values;
  const x = tenth(place.x(data.times[at] ?? 0));
  return [
    ...values,
    {
      kind: 'line',
      x1: x,
      x2: x,
      y1: place.top,
      y2: tenth(place.top + place.shown * place.row),
      stroke: theme.text,
      strokeWidth: 1,
    },
  ];
}

/** The place of the moment in the key of a point; null for the key of a series. */
function momentOf(key: string, { times }: Horizon): number | null {
  const at = times.indexOf(Number(key.slice(key.lastIndexOf(' ') + 1)));
  return at < 0 || !key.includes(' · ') ? null : at;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
