import type { ChartContext, QueryResult } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { hasSelection, isSelected } from '../../select.ts';
import { inkOn, mixed } from '../../shared/paint.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { PartitionForm } from './controls.ts';
import { partMark } from './marks.ts';
import { columnPlaces, placeParts, type PlacedPart } from './place.ts';
import { hasShares, valueText } from './say.ts';
import { levelNames, readParts } from './tree.ts';

const FONT = 12;
const SMALL = 11;
/** Between two parts in px. */
const GAP = 1;

/** Columns from the whole to its parts: each part as high as its share of what it belongs to. */
export function partitionScene(
  results: readonly QueryResult[],
  form: PartitionForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const placed = placeParts(readParts(results[0], form, context), form, context);
  const isBack = standing(placed, form, context);
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes:
      placed.length === 0
        ? []
        : [...headings(form, context), ...placed.flatMap((one) => partShapes(one, isBack(one), form, context))],
  };
}

function headings(form: PartitionForm, context: ChartContext): readonly Shape[] {
  const columns = columnPlaces(form, context);
  return levelNames(form, context).map((name, at): Shape => {
    const { x, width } = columns[at] ?? { x: 0, width: 0 };
    return {
      kind: 'text',
      x: tenth(x + 2),
      y: 15,
      text: cutMiddle(name, width - 6, SMALL),
      size: SMALL,
      weight: 500,
      fill: context.theme.textMuted,
    };
  });
}

/** What stands back: everything but what is pointed at or selected, with all that it belongs to and is made of. */
function standing(
  placed: readonly PlacedPart[],
  form: PartitionForm,
  context: ChartContext,
): (one: PlacedPart) => boolean {
  const { inputs } = context;
  const chosen = new Set(
    placed
      .filter((one) =>
        inputs.highlighted === null
          ? isSelected(partMark(one, form, context), inputs)
          : one.part.key === inputs.highlighted,
      )
      .map(({ part }) => part.key),
  );
  if ((inputs.highlighted === null && !hasSelection(inputs)) || chosen.size === 0) return () => false;
  const above = new Set(placed.flatMap(({ part, path }) => (chosen.has(part.key) ? path.map(({ key }) => key) : [])));
  return ({ part, path }) => !chosen.has(part.key) && !above.has(part.key) && !path.some(({ key }) => chosen.has(key));
}

function partShapes(one: PlacedPart, isBack: boolean, form: PartitionForm, context: ChartContext): readonly Shape[] {
  const { part, box } = one;
  const fill = fillOf(one, form, context);
  const opacity = isBack ? { opacity: 0.3 } : {};
  return [
    {
      kind: 'rect',
      x: tenth(box.x),
      y: tenth(box.y),
      width: tenth(box.width),
      height: tenth(Math.max(0.5, box.height - (box.height > 4 ? GAP : 0))),
      fill,
      mark: part.key,
      ...opacity,
    },
    ...labels(one, fill, form, context).map((shape) => ({ ...shape, mark: part.key, ...opacity })),
  ];
}

/** The colour of the first dimension's part, lighter with each level; the whole, times and Others are grey. */
function fillOf({ part, path }: PlacedPart, form: PartitionForm, { theme, color }: ChartContext): string {
  const branch = [...path, part];
  const depth = branch.filter(({ level }) => typeof level === 'number' || level === 'others').length;
  const first = branch.find(({ level }) => level === 0);
  if (!first || part.level === 'others')
    return mixed(theme.zeroLine, theme.surface, part.level === 'metric' ? 0.55 : part.level === 'time' ? 0.4 : 0.3);
  const base = color(form.color_scheme, first.name);
  const faded = depth <= 1 ? base : mixed(base, theme.surface, Math.max(0.35, 1.05 - depth * 0.25));
  // What fell has its sign and a lighter ground.
  return part.value !== null && part.value < 0 ? mixed(faded, theme.surface, 0.45) : faded;
}

function labels({ part, box }: PlacedPart, fill: string, form: PartitionForm, context: ChartContext): readonly Shape[] {
  const room = box.width - 10;
  if (box.height < 13 || room < 22) return [];
  const ink = inkOn(fill);
  const x = tenth(box.x + 5);
  const value = valueText(part, form, context);
  const share =
    hasShares(form) && part.isShare && part.level !== 'time' ? ` · ${context.formatNumber('.0%', part.share)}` : '';
  const base = { kind: 'text', x, size: FONT, fill: ink } as const;
  if (box.height >= 32) {
    const said = textWidth(value + share, SMALL) <= room ? value + share : value;
    return [
      { ...base, y: tenth(box.y + 15), text: cutMiddle(part.name, room, FONT), weight: 500 },
      {
        ...base,
        y: tenth(box.y + 28),
        size: SMALL,
        isTabular: true,
        text: cutMiddle(said, room, SMALL),
        fillOpacity: 0.85,
      },
    ];
  }
  const y = tenth(box.y + box.height / 2);
  const nameWidth = textWidth(part.name, FONT);
  const hasValue = nameWidth + textWidth(value, SMALL) + 14 <= room;
  return [
    { ...base, y, baseline: 'central', text: cutMiddle(part.name, room, FONT) },
    ...(hasValue
      ? [
          {
            ...base,
            x: tenth(box.x + box.width - 5),
            y,
            baseline: 'central',
            size: SMALL,
            anchor: 'end',
            isTabular: true,
            text: value,
            fillOpacity: 0.85,
          } as const,
        ]
      : []),
  ];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
