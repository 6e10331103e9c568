import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

const box = (x: number, top: number, height: number, color: string) =>
  `<path d="M${x} ${top - 9}V${top}M${x} ${top + height}V${top + height + 8}M${x - 4} ${top - 9}h8M${x - 4} ${top + height + 8}h8" stroke="${color}" stroke-width="2"/><rect x="${x - 8}" y="${top}" width="16" height="${height}" rx="1" fill="${color}" fill-opacity=".25" stroke="${color}" stroke-width="2"/><path d="M${x - 8} ${top + height * 0.4}h16" stroke="${color}" stroke-width="2"/>`;

export const boxPlotThumbnail = thumbnail(
  `${GRID}${box(30, 28, 20, ACCENT)}${box(60, 20, 26, 'currentColor')}${box(90, 34, 14, ACCENT)}`,
);
