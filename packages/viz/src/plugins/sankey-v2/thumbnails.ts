import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const sankeyV2Thumbnail = thumbnail(
  `<path d="M20 14C60 14 60 14 100 14V34C60 34 60 34 20 34Z" fill="${ACCENT}" fill-opacity=".35"/><path d="M20 34C60 34 60 48 100 48V58C60 58 60 44 20 44Z" fill="${ACCENT}" fill-opacity=".25"/><path d="M20 50C60 50 60 34 100 34V40C60 40 60 56 20 56Z" fill="currentColor" fill-opacity=".2"/><path d="M20 56C60 56 60 58 100 58V68C60 68 60 66 20 66Z" fill="currentColor" fill-opacity=".25"/><rect x="14" y="14" width="6" height="30" fill="${ACCENT}"/><rect x="14" y="50" width="6" height="16" fill="currentColor" fill-opacity=".6"/><rect x="100" y="14" width="6" height="26" fill="currentColor" fill-opacity=".6"/><rect x="100" y="48" width="6" height="20" fill="currentColor" fill-opacity=".6"/>`,
);
