import { ACCENT, thumbnail, WARM } from '../../shared/thumbnail.ts';

export const chordThumbnail = thumbnail(
  `<g transform="translate(60 40)"><path d="M-24 -18Q0 0 24 -18L29 -8Q0 0 -14 -26Z" fill="${ACCENT}" fill-opacity=".55"/><path d="M-30 6Q0 0 16 26L6 30Q0 0 -29 -6Z" fill="currentColor" fill-opacity=".25"/><path d="M24 18Q0 0 -20 22L-26 15Q0 0 29 8Z" fill="${WARM}" fill-opacity=".4"/><g stroke-width="5" stroke-linecap="butt"><path d="M-26 -20A33 33 0 0 1 -6 -32.5" stroke="${ACCENT}"/><path d="M0 -33A33 33 0 0 1 32 -8" stroke="currentColor" stroke-opacity=".5"/><path d="M33 -2A33 33 0 0 1 20 26" stroke="${WARM}"/><path d="M14 30A33 33 0 0 1 -20 26" stroke="currentColor" stroke-opacity=".35"/><path d="M-25 22A33 33 0 0 1 -30 -14" stroke="currentColor" stroke-opacity=".65"/></g></g>`,
);
