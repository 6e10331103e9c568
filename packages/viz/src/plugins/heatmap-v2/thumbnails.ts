import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

const SHADES = [
  0.15, 0.4, 0.7, 0.3, 0.9, 0.25, 0.55, 1, 0.45, 0.2, 0.35, 0.8, 0.6, 0.25, 0.5, 0.1, 0.3, 0.65, 0.95, 0.4,
];

export const heatmapV2Thumbnail = thumbnail(
  SHADES.map(
    (shade, at) =>
      `<rect x="${14 + (at % 5) * 19}" y="${11 + Math.floor(at / 5) * 15}" width="17" height="13" rx="1.500" fill="${ACCENT}" fill-opacity="${shade}"/>`,
  ).join(''),
);
