import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

export const compareThumbnail = thumbnail(
  `${GRID}<path d="M38 12V66" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="3 3"/><g stroke="currentColor" stroke-width="2"><path d="M12 44L24 47L38 42L54 46L72 52L90 50L108 56" stroke-opacity=".4"/><path d="M12 47L24 44L38 42L54 38L72 36L90 32L108 34" stroke-opacity=".6"/></g><path d="M12 49L24 46L38 42L54 34L72 30L90 18L108 14" stroke="${ACCENT}" stroke-width="2.8"/><circle cx="38" cy="42" r="3" fill="${ACCENT}"/>`,
);
