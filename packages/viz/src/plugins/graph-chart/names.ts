import { textWidth } from '../../shared/text.ts';

/** A node as it is drawn, in px, with the name that wants a place beside it. */
export type Named = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly name: string;
  /** Greater ones choose first. */
  readonly weight: number;
  readonly isNamed: boolean;
};
export type Side = 'right' | 'left' | 'top' | 'bottom';
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const GAP = 5;
const LINE = 14;
/** More names than these are too many to read, and to place in time. */
const MOST = 300;

/**
 * The side on which the name of each node stands: where it covers no node and no other name and stays in the picture,
 * greatest nodes first; null where there is no such side.
 *
 * @param order  the sides of a node in the order in which they are tried
 */
export function placeNames(
  nodes: readonly Named[],
  picture: { readonly width: number; readonly height: number },
  fontSize: number,
  order: (node: Named) => readonly Side[],
): readonly (Side | null)[] {
  const circles = nodes.map((node) => boxAround(node.x, node.y, node.size, node.size));
  const taken: Box[] = [];
  const sides: (Side | null)[] = nodes.map(() => null);
  const turns = nodes
    .map((node, at) => ({ node, at }))
    .filter(({ node }) => node.isNamed)
    .toSorted((a, b) => b.node.weight - a.node.weight || a.at - b.at)
    .slice(0, MOST);
  for (const { node, at } of turns) {
    const width = textWidth(node.name, fontSize);
    for (const side of order(node)) {
      const box = boxOf(node, side, width);
      const isInside =
        box.left >= 2 && box.top >= 2 && box.right <= picture.width - 2 && box.bottom <= picture.height - 2;
      if (!isInside || taken.some((other) => meet(box, other))) continue;
      if (circles.some((circle, other) => other !== at && meet(box, circle))) continue;
      taken.push(box);
      sides[at] = side;
      break;
    }
  }
  return sides;
}

function boxOf({ x, y, size }: Named, side: Side, width: number): Box {
  const away = size / 2 + GAP;
  switch (side) {
    case 'right':
      return boxAround(x + away + width / 2, y, width, LINE);
    case 'left':
      return boxAround(x - away - width / 2, y, width, LINE);
    case 'top':
      return boxAround(x, y - away - LINE / 2, width, LINE);
    case 'bottom':
      return boxAround(x, y + away + LINE / 2, width, LINE);
  }
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
