import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const cartodiagramThumbnail = thumbnail(
  `<path d="M8 22L36 12L62 20L90 10L112 18V66L88 70L62 62L34 70L8 62Z" fill="currentColor" fill-opacity=".14"/><path d="M36 12V70M62 20V62M90 10V70" stroke="currentColor" stroke-opacity=".2"/><circle cx="36" cy="32" r="12" fill="currentColor" fill-opacity=".45"/><path d="M36 32V20A12 12 0 0 1 46 39Z" fill="${ACCENT}"/><circle cx="84" cy="46" r="15" fill="currentColor" fill-opacity=".45"/><path d="M84 46V31A15 15 0 1 1 71 53Z" fill="${ACCENT}"/>`,
);
