import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

/**
 * Plainly no value: on the card of a chart, any other number reads as its result. Strokes, not text, which would be read
 * as a part of the name beside it. `scale` is of a height of 34, `y` where the digits begin.
 */
const digits = (y: number, scale: number) =>
  `<g transform="translate(${60 - 29 * scale} ${y}) scale(${scale})" stroke="currentColor" stroke-width="5"><path d="M2 8L9 2V34M20 11C20 -1 38 -1 38 11C38 20 20 24 20 34H38M46 2H58L51 14C62 14 62 34 50 34C46 34 44 32 43 30"/></g>`;

export const totalThumbnail = thumbnail(
  `${digits(20, 0.85)}<path d="M44 61H76" stroke="currentColor" stroke-opacity=".4" stroke-width="3"/>`,
);

export const trendThumbnail = thumbnail(
  `${digits(8, 0.75)}<path d="M14 64L30 58L46 61L62 51L78 55L94 46L106 48V72H14Z" fill="${ACCENT}" fill-opacity=".2"/><path d="M14 64L30 58L46 61L62 51L78 55L94 46L106 48" stroke="${ACCENT}" stroke-width="2.5"/>`,
);
