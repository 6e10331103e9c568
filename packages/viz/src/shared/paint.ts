import { contrastRatio, cssColor, parseColor } from '@tessera/core/colors/rgba';

/** A colour over a ground, as far as `amount` (0 to 1) says. */
export function mixed(color: string, ground: string, amount: number): string {
  const [over, under] = [parseColor(color), parseColor(ground)];
  const at = (a: number, b: number) => Math.round(a * amount + b * (1 - amount));
  return cssColor({ r: at(over.r, under.r), g: at(over.g, under.g), b: at(over.b, under.b), a: 1 });
}

/** Black or white, whichever has the greater contrast on a colour. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const ground = parseColor(color);
  const [black, white] = [parseColor('#000000'), parseColor('#ffffff')];
  return contrastRatio(ground, black) >= contrastRatio(ground, white) ? '#000000' : '#ffffff';
}

/** What small text needs against its ground. */
const READABLE = 4.5;

/** A colour as text on a ground: brought closer to the ink of the ground until it can be read. */
export function textColor(color: string, ground: string): string {
  const paper = parseColor(ground);
  const ink = inkOn(ground);
  for (let amount = 1; amount > 0; amount -= 0.1) {
    const tried = mixed(color, ink, amount);
    if (contrastRatio(paper, parseColor(tried)) >= READABLE) return tried;
  }
  return ink;
}
