import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

/** Plainly no value: on the card of a chart, any other number reads as its result. */
const digits = (y: number, size: number) =>
  `<text x="60" y="${y}" text-anchor="middle" font-size="${size}" font-weight="600" fill="currentColor" font-family="Inter Variable, Inter, sans-serif">`;

export const totalThumbnail = thumbnail(
  `${digits(50, 34)}123</text><path d="M44 61H76" stroke="currentColor" stroke-opacity=".4" stroke-width="3"/>`,
);

export const trendThumbnail = thumbnail(
  `${digits(36, 28)}123</text><path d="M14 64L30 58L46 61L62 51L78 55L94 46L106 48V72H14Z" fill="${ACCENT}" fill-opacity=".2"/><path d="M14 64L30 58L46 61L62 51L78 55L94 46L106 48" stroke="${ACCENT}" stroke-width="2.5"/>`,
);
