/** How the nodes of a graph push and pull. */
export type Forces = {
  /** Wished length of an edge. */
  readonly edgeLength: number;
  /** How strongly nodes keep apart. */
  readonly repulsion: number;
  /** 0 to 1, how strongly nodes are drawn to the middle. */
  readonly gravity: number;
  /** 0 to 1, how soon they come to rest. */
  readonly friction: number;
};

type Edge = readonly [from: number, to: number];
export type Point = { x: number; y: number };

/** Pairs of nodes that one layout may look at: a large graph gets fewer rounds, not a longer wait. */
const PAIRS = 24_000_000;
const MOST_ROUNDS = 240;
const LEAST_ROUNDS = 12;

/**
 * Places of nodes by forces, in no particular unit. It begins on a circle and uses no chance, so that the same graph is
 * drawn alike everywhere.
 */
export function layOut(count: number, edges: readonly Edge[], forces: Forces): readonly Readonly<Point>[] {
  const points: Point[] = Array.from({ length: count }, (_, at) => {
    const angle = 0.6 + (2 * Math.PI * at) / Math.max(1, count);
    const radius = forces.edgeLength * (1 + 0.1 * (at % 5));
    return { x: rounded(radius * Math.cos(angle)), y: rounded(radius * Math.sin(angle)) };
  });
  const rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(PAIRS / Math.max(1, count * count))));
  const first = forces.edgeLength * (1.2 - forces.friction);
  for (let round = 0; round < rounds; round += 1) step(points, edges, forces, (first * (rounds - round)) / rounds);
  return points;
}

/** Engines differ in the last digit of sines and powers: hundreds of rounds would make another picture of it. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function squared(x: number, y: number): number {
  return x * x + y * y;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(squared(x, y));
}

/** One round; nobody moves further than `most`. */
function step(points: Point[], edges: readonly Edge[], forces: Forces, most: number): void {
  const moves: Point[] = points.map(({ x, y }) => ({ x: -x * forces.gravity * 0.1, y: -y * forces.gravity * 0.1 }));
  const strength = forces.repulsion * forces.edgeLength;
  points.forEach((a, i) => {
    for (let j = i + 1; j < points.length; j += 1) {
      const b = points[j];
      if (b) push(moves, i, j, a, b, -strength / Math.max(1, squared(a.x - b.x, a.y - b.y)));
    }
  });
  for (const [from, to] of edges) {
    const [a, b] = [points[from], points[to]];
    if (a && b && from !== to) push(moves, from, to, a, b, (lengthOf(b.x - a.x, b.y - a.y) - forces.edgeLength) * 0.3);
  }
  points.forEach((point, at) => {
    const move = moves[at];
    if (!move) return;
    const length = lengthOf(move.x, move.y);
    const share = length > most ? most / length : 1;
    point.x = rounded(point.x + move.x * share);
    point.y = rounded(point.y + move.y * share);
  });
}

/** Both move along the line between them; a positive force draws them together. */
function push(moves: Point[], i: number, j: number, a: Readonly<Point>, b: Readonly<Point>, force: number): void {
  const distance = Math.max(0.01, lengthOf(b.x - a.x, b.y - a.y));
  const [x, y] = [((b.x - a.x) / distance) * force, ((b.y - a.y) / distance) * force];
  const [one, other] = [moves[i], moves[j]];
  if (!one || !other) return;
  one.x += x;
  one.y += y;
  other.x -= x;
  other.y -= y;
}

export type Frame = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Points moved and stretched until they fill a frame, in px. */
export function fitInto(points: readonly Readonly<Point>[], frame: Frame): readonly Readonly<Point>[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const along = (value: number, from: number, to: number, start: number, length: number) =>
    Math.round((to - from < 1e-6 ? start + length / 2 : start + ((value - from) / (to - from)) * length) * 10) / 10;
  return points.map(({ x, y }) => ({
    x: along(x, left, right, frame.left, frame.width),
    y: along(y, top, bottom, frame.top, frame.height),
  }));
}
