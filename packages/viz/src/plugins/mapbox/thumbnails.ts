import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const mapboxThumbnail = thumbnail(
  `<path d="M8 22L36 12L62 20L90 10L112 18V66L88 70L62 62L34 70L8 62Z" fill="currentColor" fill-opacity=".14"/><path d="M36 12V70M62 20V62M90 10V70" stroke="currentColor" stroke-opacity=".2"/><circle cx="44" cy="38" r="13" fill="${ACCENT}" fill-opacity=".8"/><circle cx="78" cy="46" r="8" fill="${ACCENT}" fill-opacity=".8"/><circle cx="96" cy="28" r="4" fill="${ACCENT}"/><circle cx="22" cy="54" r="4" fill="${ACCENT}"/><circle cx="66" cy="24" r="3" fill="${ACCENT}"/>`,
);
