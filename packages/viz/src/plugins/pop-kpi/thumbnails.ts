import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const popKpiThumbnail = thumbnail(
  `<path d="M24 26L30 21V45M39 28C39 18 54 18 54 28C54 35 39 38 39 45H54M62 21H72L66 30C76 30 76 45 66 45C62 45 61 44 60 42" stroke="currentColor" stroke-width="4"/><path d="M92 42V24M84 31L92 22L100 31" stroke="${ACCENT}" stroke-width="3.500"/><path d="M18 60H42M50 60H70M78 60H102" stroke="currentColor" stroke-opacity=".4" stroke-width="4"/>`,
);
