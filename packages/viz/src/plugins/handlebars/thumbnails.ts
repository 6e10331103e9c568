import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const handlebarsThumbnail = thumbnail(
  `<path d="M44 16C32 16 40 38 28 40C40 42 32 64 44 64M76 16C88 16 80 38 92 40C80 42 88 64 76 64" stroke="${ACCENT}" stroke-width="4"/><path d="M52 32H68M50 41H70M54 50H66" stroke="currentColor" stroke-opacity=".6" stroke-width="3.500"/>`,
);
