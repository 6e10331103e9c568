import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const pieThumbnail = thumbnail(
  `<path d="M62 38V10A28 28 0 0 1 84.7 54.5Z" fill="${ACCENT}"/><path d="M59 42L81.7 57.5A28 28 0 0 1 34.6 55.8Z" fill="currentColor" fill-opacity=".5"/><path d="M57 38L32.8 52A28 28 0 0 1 57 10Z" fill="currentColor" fill-opacity=".25"/>`,
);
