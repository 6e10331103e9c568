import type { EChartsOption, RadarSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { legendOf } from '../../layer/legend.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { RadarForm } from './controls.ts';
import { shapeMark } from './marks.ts';
import { type RadarShape, readShapes, type Spoke, spokesOf } from './shapes.ts';

const FONT_SIZE = 12;
const LABEL_SIZE = 11;
const DIMMED = 0.15;
/** With more shapes than this, labels at every point hide what they name. */
const LABELLED = 3;

/** Shapes over spokes that each have a scale of their own. */
export function radarOption(results: readonly QueryResult[], form: RadarForm, context: ChartContext): EChartsOption {
  const { theme } = context;
  const shapes = readShapes(results[0], form, context);
  const spokes = spokesOf(shapes, form, context);
  const entries = shapes.map(({ name }) => ({ name, label: name }));
  const { legend, insets } = legendOf(entries, form, context);
  const width = context.width - insets.left - insets.right;
  const height = context.height - insets.top - insets.bottom;
  const room = Math.max(40, Math.min(150, width * 0.28));
  const names = new Map(spokes.map(({ label, name }) => [label, cutMiddle(name, room, FONT_SIZE)]));
  const widest = Math.max(0, ...[...names.values()].map((name) => textWidth(name, FONT_SIZE)));
  const radius = Math.max(20, Math.min(height / 2 - 26, width / 2 - Math.min(widest, room) - 14));
  return {
    ...baseOption(context),
    legend,
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(shapes[dataIndexOf(params)], spokes, form, context),
    },
    radar: {
      center: [insets.left + width / 2, insets.top + height / 2 + 4],
      radius,
      shape: form.is_circle ? 'circle' : 'polygon',
      splitNumber: 4,
      indicator: spokes.map(({ label, min, max }) => ({ name: label, min, max })),
      axisName: {
        color: theme.textMuted,
        fontSize: FONT_SIZE,
        fontFamily: theme.fontFamily,
        formatter: (name) => names.get(name ?? '') ?? '',
      },
      axisNameGap: 8,
      splitArea: { show: false },
      axisLine: { lineStyle: { color: theme.hairline } },
      splitLine: { lineStyle: { color: theme.hairline } },
    },
    series: shapes.length === 0 ? [] : [series(shapes, form, context)],
  };
}

function series(shapes: readonly RadarShape[], form: RadarForm, context: ChartContext): RadarSeriesOption {
  const shown = shapes.filter(({ name }) => !context.inputs.hidden.has(name)).length;
  return {
    id: 'radar',
    type: 'radar',
    symbolSize: 5,
    lineStyle: { width: 2 },
    emphasis: { focus: 'self', areaStyle: { opacity: 0.25 } },
    blur: { lineStyle: { opacity: 0.15 }, itemStyle: { opacity: 0.15 }, areaStyle: { opacity: 0.03 } },
    data: shapes.map((shape, index) => {
      const color = context.color(form.color_scheme, shape.name);
      const opacity = isDimmed(shapeMark(shape, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
      return {
        name: shape.name,
        value: shape.row.values.map((value) => value ?? '-'),
        itemStyle: { color, ...opacity },
        lineStyle: { color, ...opacity },
        areaStyle: { color, opacity: opacity.opacity === undefined ? (shown > LABELLED ? 0.05 : 0.12) : 0.02 },
        label: {
          show: form.show_labels && shown <= LABELLED && context.width >= 320,
          position: form.label_position,
          color: context.theme.text,
          fontSize: LABEL_SIZE,
          fontFamily: context.theme.fontFamily,
          textBorderColor: context.theme.surface,
          textBorderWidth: 2,
          formatter: ({ value }) => {
            const text = context.formatNumber(form.number_format, typeof value === 'number' ? value : null);
            return form.label_type === 'key_value' ? `${shape.name}: ${text}` : text;
          },
          ...opacity,
        },
      };
    }),
    labelLayout: { hideOverlap: true },
  };
}

function tooltipAt(
  shape: RadarShape | undefined,
  spokes: readonly Spoke[],
  form: RadarForm,
  context: ChartContext,
): string {
  if (!shape) return '';
  return tooltipHtml({
    title: shape.name,
    order: 'as_given',
    rows: spokes.map(({ name }, at) => ({
      name,
      value: exactNumber(form.number_format, shape.row.values[at] ?? null, context),
      amount: shape.row.values[at] ?? null,
      color: context.color(form.color_scheme, shape.name),
    })),
  });
}

function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}
