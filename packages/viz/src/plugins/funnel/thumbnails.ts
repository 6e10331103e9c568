import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const funnelThumbnail = thumbnail(
  `<path d="M18 12H102L90 26H30Z" fill="${ACCENT}"/><path d="M31.5 28H88.5L78 42H42Z" fill="currentColor" fill-opacity=".5"/><path d="M43.5 44H76.5L69 56H51Z" fill="currentColor" fill-opacity=".35"/><path d="M52.5 58H67.5L63 68H57Z" fill="currentColor" fill-opacity=".22"/>`,
);
