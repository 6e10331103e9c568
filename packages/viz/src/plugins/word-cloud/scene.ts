import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { isDimmed } from '../../select.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { WordCloudForm } from './controls.ts';
import { cloudArea, layOut, type PlacedWord } from './layout.ts';
import { wordMark } from './marks.ts';
import { readWords, type Words } from './words.ts';

const FOOT_SIZE = 11;
const DIMMED = 0.25;
const BEHIND = 0.4;

/** Words in the size of their values and the colours of their names. */
export function wordCloudScene(
  results: readonly QueryResult[],
  form: WordCloudForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const [result] = results;
  const read = readWords(result, form, context);
  const cloud = result ? layOut(result, read.words, form, cloudArea(context)) : { placed: [], left: 0 };
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: [
      ...cloud.placed.map((placed) => wordShape(placed, form, context)),
      ...footShapes(read, cloud.left, context),
    ],
  };
}

function wordShape(placed: PlacedWord, form: WordCloudForm, context: ChartContext): Shape {
  const mark = wordMark(placed.word, form, context);
  const { highlighted } = context.inputs;
  const angle = (placed.turn * Math.PI) / 180;
  const opacity = isDimmed(mark, context.inputs)
    ? DIMMED
    : highlighted !== null && highlighted !== mark.key
      ? BEHIND
      : undefined;
  return {
    kind: 'text',
    mark: mark.key,
    x: tenth(placed.x - Math.sin(angle) * placed.drop),
    y: tenth(placed.y + Math.cos(angle) * placed.drop),
    text: placed.text,
    size: placed.size,
    weight: 500,
    anchor: 'middle',
    fill: context.color(form.color_scheme, placed.word.text),
    ...(placed.turn === 0 ? {} : { rotate: placed.turn }),
    ...(opacity === undefined ? {} : { opacity }),
  };
}

/** What has no place in the picture. */
function footShapes({ negative, missing }: Words, left: number, { width, height, theme }: ChartContext): Shape[] {
  const parts = [
    ...(left > 0 ? [tn('1 word did not fit', '%(count)s words did not fit', left)] : []),
    ...(negative > 0 ? [tn('1 word below zero', '%(count)s words below zero', negative)] : []),
    ...(missing > 0 ? [tn('1 word without a value', '%(count)s words without a value', missing)] : []),
  ];
  if (parts.length === 0) return [];
  return [
    {
      kind: 'text',
      x: width - 4,
      y: height - 5,
      anchor: 'end',
      size: FOOT_SIZE,
      fill: theme.textMuted,
      text: cutMiddle(t('Not drawn: %(what)s', { what: parts.join(', ') }), width - 8, FOOT_SIZE),
    },
  ];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
