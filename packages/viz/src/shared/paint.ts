import { contrastRatio, cssColor, parseColor, readColor, textColorOn } from '@tessera/core/colors/rgba';

/** A colour over a ground, as far as `amount` (0 to 1) says. */
export function mixed(color: string, ground: string, amount: number): string {
  const [over, under] = [parseColor(color), parseColor(ground)];
  const at = (a: number, b: number) => Math.round(a * amount + b * (1 - amount));
  return cssColor({ r: at(over.r, under.r), g: at(over.g, under.g), b: at(over.b, under.b), a: 1 });
}

/** What small text needs against its ground. */
const READABLE = 4.5;

/** Black or white on a colour: white on darker ones ([9.0-20]), but only where it can be read. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const ground = readColor(color) ?? { r: 0, g: 0, b: 0, a: 1 };
  const [black, white] = [parseColor('#000000'), parseColor('#ffffff')];
  if (textColorOn(ground) === '#000000') return '#000000';
  return contrastRatio(ground, white) >= READABLE || contrastRatio(ground, white) > contrastRatio(ground, black)
    ? '#ffffff'
    : '#000000';
}

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
