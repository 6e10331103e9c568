/** A box in px of the window. */
export type Edges = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** A line along which edges meet, in px of the window: `at` across it, `from` and `to` along it. */
export type Guide = {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
};

/** Browsers place columns at parts of a px. */
const NEAR_PX = 1;

/** Where the right and the lower edge of a box, which are the ones that are pulled, meet edges of others. */
export function guidesOf(pulled: Edges, others: readonly Edges[]): readonly Guide[] {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= NEAR_PX;
  const beside = others.filter(({ left, right }) => isNear(left, pulled.right) || isNear(right, pulled.right));
  const level = others.filter(({ top, bottom }) => isNear(top, pulled.bottom) || isNear(bottom, pulled.bottom));
  const span = (boxes: readonly Edges[], least: 'left' | 'top', most: 'right' | 'bottom') => ({
    from: Math.min(...boxes.map((box) => box[least])),
    to: Math.max(...boxes.map((box) => box[most])),
  });
  return [
    ...(beside.length === 0
      ? []
      : [{ axis: 'x', at: pulled.right, ...span([pulled, ...beside], 'top', 'bottom') } as const]),
    ...(level.length === 0
      ? []
      : [{ axis: 'y', at: pulled.bottom, ...span([pulled, ...level], 'left', 'right') } as const]),
  ];
}
