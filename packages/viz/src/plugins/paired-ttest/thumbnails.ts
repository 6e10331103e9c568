import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const pairedTtestThumbnail = thumbnail(
  `<path d="M10 26H110V38H10Z" fill="${ACCENT}" fill-opacity=".15"/><g stroke="currentColor" stroke-opacity=".25"><path d="M10 25.5H110M10 38.5H110M10 51.5H110M10 64.5H110"/></g><g stroke="currentColor" stroke-width="4"><path d="M16 19H34M62 19H74M90 19H104" stroke-opacity=".35" stroke-width="3"/><path d="M16 32H42"/><path d="M16 45H36M16 58H40" stroke-opacity=".6"/><path d="M58 45H74M64 58H74" stroke-opacity=".6"/></g><path d="M90 45L94 49L102 40" stroke="${ACCENT}" stroke-width="3"/><path d="M91 58H102" stroke="currentColor" stroke-opacity=".4" stroke-width="3"/>`,
);
