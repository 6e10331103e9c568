import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const treeChartThumbnail = thumbnail(
  `<g stroke="currentColor" stroke-opacity=".4" stroke-width="2"><path d="M22 40C42 40 38 20 58 20M22 40C42 40 38 56 58 56M58 20C78 20 76 12 98 12M58 20C78 20 76 28 98 28M58 56C78 56 76 44 98 44M58 56C78 56 76 56 98 56M58 56C78 56 76 68 98 68"/></g><circle cx="22" cy="40" r="6" fill="${ACCENT}"/><g fill="${ACCENT}"><circle cx="58" cy="20" r="4.500"/><circle cx="58" cy="56" r="4.500"/></g><g fill="currentColor" fill-opacity=".6"><circle cx="98" cy="12" r="3.500"/><circle cx="98" cy="28" r="3.500"/><circle cx="98" cy="44" r="3.500"/><circle cx="98" cy="56" r="3.500"/><circle cx="98" cy="68" r="3.500"/></g>`,
);
