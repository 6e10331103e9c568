import { ACCENT, WARM, thumbnail } from '../../shared/thumbnail.ts';

const row = (y: number, length: number, mark: number) =>
  `<rect x="14" y="${y}" width="92" height="18" fill="currentColor" fill-opacity=".15"/><rect x="14" y="${y}" width="62" height="18" fill="currentColor" fill-opacity=".2"/><rect x="14" y="${y + 6}" width="${length}" height="6" fill="${ACCENT}"/><path d="M${mark} ${y + 3}v12" stroke="${WARM}" stroke-width="3"/>`;

export const bulletThumbnail = thumbnail(`${row(16, 58, 84)}${row(46, 78, 70)}`);
