import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

export const waterfallThumbnail = thumbnail(
  `${GRID}<g fill="${ACCENT}"><rect x="16" y="44" width="13" height="20" rx="1.500"/><rect x="34" y="26" width="13" height="18" rx="1.500"/><rect x="70" y="18" width="13" height="16" rx="1.500"/></g><rect x="52" y="26" width="13" height="8" rx="1.500" fill="currentColor" fill-opacity=".3"/><rect x="90" y="18" width="13" height="46" rx="1.500" fill="currentColor" fill-opacity=".6"/>`,
);
