import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

const cell = (at: number) =>
  `<rect x="${14 + Math.floor(at / 7) * 8}" y="${13 + (at % 7) * 8}" width="6.500" height="6.500" rx="1" fill="${ACCENT}" fill-opacity="${[0.15, 0.35, 0.6, 0.25, 0.9, 0.5, 0.2, 0.75, 0.4][(at * 5) % 9]}"/>`;

export const calHeatmapThumbnail = thumbnail(Array.from({ length: 77 }, (_, at) => cell(at + 3)).join(''));
