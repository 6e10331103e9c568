import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { cutMiddle, singleLine, tabularWidth, textWidth } from '../../shared/text.ts';
import { describePopKpi, numberText, partsOf, readCompared } from './compared.ts';
import type { PopKpiForm } from './controls.ts';
import { NUMBER } from './marks.ts';

const MARGIN = 8;
const SMALLEST = 10;
const LARGEST_NUMBER = 110;
const LARGEST_CAPTION = 22;
const LINE = 1.2;
const NAME = 11;

type Line = { readonly shapes: (y: number, scale: number) => readonly Shape[]; readonly height: number };

/** The number, what it is compared with and what changed, below each other in the middle. */
export function popKpiScene(results: readonly QueryResult[], form: PopKpiForm, context: ChartContext): Scene {
  const { width, height, theme } = context;
  const compared = readCompared(results[0], form, context);
  const number = compared.now === null ? t('No data') : numberText(compared.now, form, context);
  const color = changeColor(compared.delta, form, context);
  const lines: Line[] = [
    ...(form.show_metric_name
      ? [textLine(compared.name, captionSize(form.metric_name_font_size, height), 500, theme.textMuted, context)]
      : []),
    textLine(
      `${number}${arrowOf(compared.delta)}`,
      Math.min(LARGEST_NUMBER, form.header_font_size * height),
      600,
      color ?? theme.text,
      context,
      NUMBER,
    ),
    ...(form.subtitle === ''
      ? []
      : [textLine(form.subtitle, captionSize(form.subtitle_font_size, height), 400, theme.textMuted, context)]),
    ...(compared.isCompared ? [partsLine(partsOf(compared, form, context), form, color, context)] : []),
  ];
  const total = lines.reduce((sum, line) => sum + line.height, 0);
  const squeeze = Math.min(1, (height - 2 * MARGIN) / Math.max(1, total));
  let y = (height - total * squeeze) / 2;
  const shapes = lines.flatMap((line) => {
    const placed = line.shapes(y, squeeze);
    y += line.height * squeeze;
    return placed;
  });
  return { width, height, fontFamily: theme.fontFamily, description: describePopKpi(results, form, context), shapes };
}

function captionSize(share: number, height: number): number {
  return Math.min(LARGEST_CAPTION, Math.max(SMALLEST, share * height));
}

function arrowOf(delta: number | null): string {
  if (delta === null || delta === 0) return '';
  return delta > 0 ? ' ↑' : ' ↓';
}

/** Green is good: which way that is, the author says. */
function changeColor(delta: number | null, form: PopKpiForm, { theme }: ChartContext): string | null {
  if (!form.comparison_color_enabled || delta === null || delta === 0) return null;
  return delta > 0 === (form.comparison_color_scheme === 'Green') ? theme.success : theme.danger;
}

function textLine(
  content: string,
  wished: number,
  weight: 400 | 500 | 600,
  fill: string,
  { width }: ChartContext,
  mark?: string,
): Line {
  const text = singleLine(content);
  const room = width - 2 * MARGIN;
  const size = Math.max(SMALLEST, Math.min(wished, (wished * room) / Math.max(1, tabularWidth(text, wished) * 1.08)));
  return {
    height: size * LINE,
    shapes: (y, scale) => [
      {
        kind: 'text',
        x: round(width / 2),
        y: round(y + size * scale),
        text: cutMiddle(text, room, size * scale),
        size: round(size * scale),
        weight,
        anchor: 'middle',
        fill,
        ...(mark === undefined ? {} : { mark, isTabular: true }),
      },
    ],
  };
}

/** The compared values side by side, each with its name below. */
function partsLine(
  parts: ReturnType<typeof partsOf>,
  form: PopKpiForm,
  color: string | null,
  context: ChartContext,
): Line {
  const { theme, width, height } = context;
  const slot = (width - 2 * MARGIN) / Math.max(1, parts.length);
  const wished = captionSize(form.subheader_font_size, height);
  const widest = Math.max(1, ...parts.map(({ text }) => textWidth(text, wished)));
  const size = Math.max(SMALLEST, Math.min(wished, (wished * (slot - 12)) / widest));
  return {
    height: parts.length === 0 ? 0 : size * LINE + NAME * LINE + 12,
    shapes: (top, scale) =>
      parts.flatMap(({ name, text, isChange }, at): Shape[] => {
        const x = round(MARGIN + slot * (at + 0.5));
        return [
          {
            kind: 'text',
            x,
            y: round(top + 12 + size * scale),
            text: cutMiddle(text, slot - 8, size * scale),
            size: round(size * scale),
            weight: 600,
            anchor: 'middle',
            fill: isChange && color !== null ? color : theme.text,
            isTabular: true,
          },
          {
            kind: 'text',
            x,
            y: round(top + 12 + (size + NAME * LINE + 2) * scale),
            text: cutMiddle(singleLine(name), slot - 4, NAME),
            size: NAME,
            anchor: 'middle',
            fill: theme.textMuted,
          },
        ];
      }),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
