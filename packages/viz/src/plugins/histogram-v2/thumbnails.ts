import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

const HEIGHTS = [6, 14, 26, 42, 48, 34, 22, 12, 5];

export const histogramV2Thumbnail = thumbnail(
  GRID +
    HEIGHTS.map(
      (height, at) =>
        `<rect x="${15 + at * 10}" y="${64 - height}" width="9.500" height="${height}" fill="${ACCENT}"/>`,
    ).join(''),
);
