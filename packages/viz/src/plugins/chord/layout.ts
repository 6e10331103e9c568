import type { Flow, Flows } from './flows.ts';

/** From 12 o'clock, clockwise, in radians. */
export type Span = { readonly from: number; readonly to: number };
export type Ribbon = { readonly flow: Flow; readonly source: Span; readonly target: Span };
export type ChordLayout = { readonly arcs: readonly Span[]; readonly ribbons: readonly Ribbon[] };

const FULL = 2 * Math.PI;
const GAP = 0.03;
/** A ribbon as wide as this ends in an arc. */
const WIDE = 0.35;

/**
 * Nodes around a circle, as long as what leaves and what reaches them together. Within a node flows lie in the order of
 * their other ends, so that they cross as little as can be.
 */
export function layOutChord({ nodes, flows }: Flows): ChordLayout {
  const count = nodes.length;
  const total = nodes.reduce((sum, { out, into }) => sum + out + into, 0);
  const gap = count < 2 ? 0 : Math.min(GAP, (FULL * 0.2) / count);
  const scale = total === 0 ? 0 : (FULL - gap * count) / total;
  const spans = new Map<Flow, { source: Span; target: Span }>();
  const nowhere: Span = { from: 0, to: 0 };
  let angle = gap / 2;
  const arcs = nodes.map((_, at): Span => {
    const from = angle;
    const ends = flows
      .flatMap((flow) => [
        ...(flow.from === at ? [{ flow, end: 'source' as const, other: flow.to }] : []),
        ...(flow.to === at ? [{ flow, end: 'target' as const, other: flow.from }] : []),
      ])
      .toSorted((a, b) => distance(at, a.other, count) - distance(at, b.other, count));
    for (const { flow, end } of ends) {
      const to = angle + flow.value * scale;
      const known = spans.get(flow) ?? { source: nowhere, target: nowhere };
      spans.set(flow, { ...known, [end]: { from: angle, to } });
      angle = to;
    }
    const arc = { from, to: angle };
    angle += gap;
    return arc;
  });
  const ribbons = flows.map((flow) => ({ flow, ...(spans.get(flow) ?? { source: nowhere, target: nowhere }) }));
  return { arcs, ribbons: ribbons.toSorted((a, b) => b.flow.value - a.flow.value) };
}

/** How far the other end is, against the clock; a flow to itself is the farthest. */
function distance(at: number, other: number, count: number): number {
  return other === at ? count : (at - other + count) % count;
}

/** A point in px. */
export function pointAt(angle: number, radius: number): readonly [number, number] {
  return [tenth(radius * Math.sin(angle)), tenth(-radius * Math.cos(angle))];
}

/** A part of a ring around the origin. */
export function ringPath({ from, to }: Span, inner: number, outer: number): string {
  const isLarge = to - from > Math.PI ? 1 : 0;
  // An arc that ends where it begins is none.
  const end = to - from >= FULL - 1e-6 ? to - 1e-3 : to;
  return (
    `M${text(pointAt(from, outer))}A${outer} ${outer} 0 ${isLarge} 1 ${text(pointAt(end, outer))}` +
    `L${text(pointAt(end, inner))}A${inner} ${inner} 0 ${isLarge} 0 ${text(pointAt(from, inner))}Z`
  );
}

/** From its source through the middle to its target, where it ends in a point that says the direction. */
export function ribbonPath({ source, target }: Ribbon, radius: number, head: number): string {
  const short = radius - head;
  const large = source.to - source.from > Math.PI ? 1 : 0;
  return (
    `M${text(pointAt(source.from, radius))}A${radius} ${radius} 0 ${large} 1 ${text(pointAt(source.to, radius))}` +
    `Q0 0 ${text(pointAt(target.from, short))}${tip(target, radius, short)}Q0 0 ${text(pointAt(source.from, radius))}Z`
  );
}

/** A point; of a wide ribbon an end that keeps its distance to the ring. */
function tip({ from, to }: Span, radius: number, short: number): string {
  return to - from < WIDE
    ? `L${text(pointAt((from + to) / 2, radius))}L${text(pointAt(to, short))}`
    : `A${short} ${short} 0 ${to - from > Math.PI ? 1 : 0} 1 ${text(pointAt(to, short))}`;
}

function text([x, y]: readonly [number, number]): string {
  return `${x} ${y}`;
}

function tenth(value: number): number {
  const rounded = Math.round(value * 10) / 10;
  return rounded === 0 ? 0 : rounded;
}
