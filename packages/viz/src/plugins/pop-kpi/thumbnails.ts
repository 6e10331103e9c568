import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const popKpiThumbnail = thumbnail(
  `<text x="52" y="44" text-anchor="middle" font-size="30" font-weight="600" fill="currentColor" font-family="Inter Variable, Inter, sans-serif">123</text><path d="M92 42V24M84 31L92 22L100 31" stroke="${ACCENT}" stroke-width="3.500"/><path d="M18 60H42M50 60H70M78 60H102" stroke="currentColor" stroke-opacity=".4" stroke-width="4"/>`,
);
