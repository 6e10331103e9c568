/**
 * The value under which a share of a normal distribution lies (Acklam's rational approximation, 1.2e-9). `share` in (0,
 * 1).
 */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share);
  if (share < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(share));
    return (
      poly(
        q,
        [
          -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
          2.938163982698783,
        ],
      ) / poly(q, [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1])
    );
  }
  const q = share - 0.5;
  const r = q * q;
  return (
    (q *
      poly(
        r,
        [
          -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
          2.506628277459239,
        ],
      )) /
    poly(r, [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1])
  );
}

/** The same for Student's distribution: wider where few observations speak (Cornish–Fisher, three terms). */
export function studentQuantile(share: number, freedom: number): number {
  const z = normalQuantile(share);
  const [z3, z5] = [z ** 3, z ** 5];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3)
  );
}

function poly(x: number, coefficients: readonly number[]): number {
  return coefficients.reduce((total, coefficient) => total * x + coefficient, 0);
}
