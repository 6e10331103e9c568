import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

export const timePivotThumbnail = thumbnail(
  `${GRID}<g stroke="currentColor" stroke-width="1.8"><path d="M12 60C30 56 36 40 56 42S88 58 108 54" stroke-opacity=".2"/><path d="M12 54C30 50 38 32 56 34S88 52 108 48" stroke-opacity=".32"/><path d="M12 50C30 44 38 27 56 28S88 46 108 41" stroke-opacity=".48"/></g><path d="M12 46C28 40 38 18 56 20S70 30 78 34" stroke="${ACCENT}" stroke-width="3"/><circle cx="78" cy="34" r="3.2" fill="${ACCENT}"/>`,
);
