import type { ChartContext, QueryResult } from '../../define.ts';
import type { Scene, Shape } from '../../scene/scene.ts';
import { hasSelection, isSelected } from '../../select.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { ChordForm } from './controls.ts';
import { type Flows, readFlows } from './flows.ts';
import { type ChordLayout, layOutChord, pointAt, ribbonPath, ringPath } from './layout.ts';
import { flowMark, nodeMark } from './marks.ts';

const FONT = 12;
const SMALL = 11;
const LINE = 14;
/** Up to so many nodes have level labels, which are read without turning the head. */
const LEVEL_LABELS = 16;
const DIMMED = 0.12;

type Ring = {
  readonly x: number;
  readonly y: number;
  readonly outer: number;
  readonly inner: number;
  readonly labelWidth: number;
  readonly isLevel: boolean;
};

/** Nodes on a ring, ribbons between them in the colour of where they begin. */
export function chordScene(
  results: readonly QueryResult[],
  form: ChordForm,
  context: ChartContext,
  description: string,
): Scene {
  const { width, height, theme } = context;
  const data = readFlows(results[0], form, context);
  const layout = layOutChord(data);
  const ring = ringOf(data, context);
  const shown = standing(data, form, context);
  return {
    width,
    height,
    description,
    fontFamily: theme.fontFamily,
    shapes: [
      {
        kind: 'group',
        x: ring.x,
        y: ring.y,
        shapes: [
          ...ribbons(data, layout, ring, shown, form, context),
          ...arcs(data, layout, ring, shown, form, context),
          ...labels(data, layout, ring, shown, form, context),
        ],
      },
    ],
  };
}

function ringOf({ nodes }: Flows, { width, height }: ChartContext): Ring {
  const isLevel = nodes.length <= LEVEL_LABELS;
  const widest = nodes.reduce((most, { name }) => Math.max(most, textWidth(name, FONT)), 0);
  const room = isLevel ? width * 0.26 : Math.min(width, height) * 0.22;
  const labelWidth = Math.min(widest, Math.max(36, Math.min(150, room)));
  const beside = labelWidth + 14;
  const outer = Math.max(20, Math.min(width / 2 - beside, height / 2 - (isLevel ? LINE + 12 : beside)));
  const thickness = Math.max(4, Math.min(12, outer * 0.08));
  return { x: width / 2, y: height / 2, outer, inner: outer - thickness, labelWidth, isLevel };
}

type Standing = {
  readonly node: (at: number) => boolean;
  readonly flow: (from: number, to: number) => boolean;
};

/** What stands out: what the pointer rests on, else what is selected, else everything. */
function standing(data: Flows, form: ChordForm, { inputs, ...rest }: ChartContext): Standing {
  const context = { ...rest, inputs };
  const { highlighted } = inputs;
  const nodeKeys = data.nodes.map((node) => nodeMark(node, data, form, context));
  const flows = data.flows.map((flow) => ({ flow, mark: flowMark(flow, data, form, context) }));
  const isChosen = (mark: ReturnType<typeof flowMark>) =>
    mark !== null && (highlighted === null ? isSelected(mark, inputs) : mark.key === highlighted);
  if (highlighted === null && !hasSelection(inputs)) return { node: () => true, flow: () => true };
  const nodes = new Set(nodeKeys.flatMap((mark, at) => (isChosen(mark) ? [at] : [])));
  const chosen = new Set(
    flows.flatMap(({ flow, mark }) =>
      isChosen(mark) || nodes.has(flow.from) || (highlighted !== null && nodes.has(flow.to))
        ? [`${flow.from} ${flow.to}`]
        : [],
    ),
  );
  const touched = new Set([...chosen].flatMap((key) => key.split(' ').map(Number)));
  return { node: (at) => nodes.has(at) || touched.has(at), flow: (from, to) => chosen.has(`${from} ${to}`) };
}

function colorOf(at: number, { nodes }: Flows, form: ChordForm, context: ChartContext): string {
  const node = nodes[at];
  return !node || node.members > 0 ? context.theme.textMuted : context.color(form.color_scheme, node.name);
}

function ribbons(
  data: Flows,
  { ribbons: all }: ChordLayout,
  ring: Ring,
  shown: Standing,
  form: ChordForm,
  context: ChartContext,
): readonly Shape[] {
  const radius = tenth(ring.inner - 2);
  return all.flatMap((ribbon): Shape[] => {
    const mark = flowMark(ribbon.flow, data, form, context);
    if (mark === null) return [];
    const { from, to } = ribbon.flow;
    const isShown = shown.flow(from, to);
    return [
      {
        kind: 'path',
        mark: mark.key,
        d: ribbonPath(ribbon, radius, tenth(Math.min(10, ring.inner * 0.08))),
        fill: colorOf(from, data, form, context),
        fillOpacity: isShown ? (context.inputs.highlighted === mark.key ? 0.9 : 0.6) : DIMMED,
        ...edgeOf((ribbon.source.to - ribbon.source.from) * radius, context),
      },
    ];
  });
}

/** A line between ribbons, thinner where it would hide one. */
function edgeOf(width: number, { theme }: ChartContext) {
  const strokeWidth = tenth(Math.min(0.7, width / 5));
  return strokeWidth > 0 ? { stroke: theme.surface, strokeWidth } : {};
}

function arcs(
  data: Flows,
  layout: ChordLayout,
  ring: Ring,
  shown: Standing,
  form: ChordForm,
  context: ChartContext,
): readonly Shape[] {
  return data.nodes.flatMap((node, at): Shape[] => {
    const arc = layout.arcs[at];
    if (!arc || arc.to <= arc.from) return [];
    return [
      {
        kind: 'path',
        mark: nodeMark(node, data, form, context).key,
        d: ringPath(arc, tenth(ring.inner), tenth(ring.outer)),
        fill: colorOf(at, data, form, context),
        ...(shown.node(at) ? {} : { opacity: 0.3 }),
      },
    ];
  });
}

/** The names of the greatest nodes first; one that would lie over another gives way. */
function labels(
  data: Flows,
  layout: ChordLayout,
  ring: Ring,
  shown: Standing,
  form: ChordForm,
  context: ChartContext,
): readonly Shape[] {
  const taken: { x: number; y: number; width: number; height: number }[] = [];
  const angles: number[] = [];
  const order = data.nodes
    .map((node, at) => ({ node, at, arc: layout.arcs[at] ?? { from: 0, to: 0 } }))
    .filter(({ arc }) => arc.to > arc.from)
    .toSorted((a, b) => b.arc.to - b.arc.from - (a.arc.to - a.arc.from));
  return order.flatMap(({ node, at, arc }): Shape[] => {
    const angle = (arc.from + arc.to) / 2;
    const name = cutMiddle(node.name, ring.labelWidth, FONT);
    const paint = {
      fill: shown.node(at) ? context.theme.text : context.theme.textMuted,
      ...(shown.node(at) ? {} : { opacity: 0.5 }),
      mark: nodeMark(node, data, form, context).key,
    };
    if (!ring.isLevel) {
      if (angles.some((other) => apart(other, angle) * (ring.outer + 8) < SMALL + 1)) return [];
      angles.push(angle);
      return [turnedLabel(cutMiddle(node.name, ring.labelWidth, SMALL), angle, ring, paint)];
    }
    const [x, y] = pointAt(angle, ring.outer + 8);
    const anchor = Math.abs(Math.sin(angle)) < 0.25 ? 'middle' : Math.sin(angle) > 0 ? 'start' : 'end';
    const width = textWidth(name, FONT);
    const top = y + (anchor === 'middle' ? (Math.cos(angle) > 0 ? -LINE / 2 : LINE / 2) : 0);
    const left = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
    const box = { x: left, y: top - LINE / 2, width, height: LINE };
    const isFree = taken.every(
      (other) =>
        box.x > other.x + other.width + 4 ||
        other.x > box.x + box.width + 4 ||
        box.y >= other.y + other.height ||
        other.y >= box.y + box.height,
    );
    if (!isFree) return [];
    taken.push(box);
    return [{ kind: 'text', x, y: tenth(top), text: name, size: FONT, anchor, baseline: 'central', ...paint }];
  });
}

function turnedLabel(
  text: string,
  angle: number,
  ring: Ring,
  paint: { readonly fill: string; readonly opacity?: number; readonly mark: string },
): Shape {
  const [x, y] = pointAt(angle, ring.outer + 7);
  const isRight = Math.sin(angle) >= 0;
  const degrees = (angle * 180) / Math.PI - 90;
  return {
    kind: 'text',
    x,
    y,
    text,
    size: SMALL,
    anchor: isRight ? 'start' : 'end',
    baseline: 'central',
    rotate: tenth(isRight ? degrees : degrees - 180),
    ...paint,
  };
}

function apart(a: number, b: number): number {
  const distance = Math.abs(a - b) % (2 * Math.PI);
  return Math.min(distance, 2 * Math.PI - distance);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
