/** Sums of products that a least-squares fit is solved from; `width` columns, the target beside them. */
type Normal = { readonly width: number; readonly squares: Float64Array; readonly products: Float64Array };

export function emptyNormal(width: number): Normal {
  return { width, squares: new Float64Array(width * width), products: new Float64Array(width) };
}

/** Add one observation. */
export function observe({ width, squares, products }: Normal, row: Float64Array, target: number): void {
  for (let a = 0; a < width; a += 1) {
    const left = row[a] ?? 0;
    products[a] = (products[a] ?? 0) + left * target;
    for (let b = a; b < width; b += 1) squares[a * width + b] = (squares[a * width + b] ?? 0) + left * (row[b] ?? 0);
  }
}

/**
 * The coefficients that fit best, drawn towards zero by `penalties` (one per column), so that columns which say the
 * same are no harm: Cholesky on the penalised sums.
 */
export function solve({ width, squares, products }: Normal, penalties: Float64Array): Float64Array {
  const lower = new Float64Array(width * width);
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = (squares[column * width + row] ?? 0) + (row === column ? (penalties[row] ?? 0) : 0);
      for (let k = 0; k < column; k += 1) rest -= (lower[row * width + k] ?? 0) * (lower[column * width + k] ?? 0);
      lower[row * width + column] =
        row === column ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (lower[column * width + column] ?? 1);
    }
  }
  const solved = new Float64Array(width);
  for (let row = 0; row < width; row += 1) {
    let rest = products[row] ?? 0;
    for (let k = 0; k < row; k += 1) rest -= (lower[row * width + k] ?? 0) * (solved[k] ?? 0);
    solved[row] = rest / (lower[row * width + row] ?? 1);
  }
  for (let row = width - 1; row >= 0; row -= 1) {
    let rest = solved[row] ?? 0;
    for (let k = row + 1; k < width; k += 1) rest -= (lower[k * width + row] ?? 0) * (solved[k] ?? 0);
    solved[row] = rest / (lower[row * width + row] ?? 1);
  }
  return solved;
}
