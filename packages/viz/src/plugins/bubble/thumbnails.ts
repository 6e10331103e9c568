import { ACCENT, GRID, thumbnail } from '../../shared/thumbnail.ts';

const second = `<g fill="currentColor" fill-opacity=".35"><circle cx="30" cy="50" r="5"/><circle cx="82" cy="44" r="7"/></g>`;

export const bubbleThumbnail = thumbnail(
  `${GRID}<g fill="${ACCENT}" fill-opacity=".7"><circle cx="46" cy="38" r="10"/><circle cx="72" cy="24" r="14"/><circle cx="100" cy="20" r="4"/></g>${second}`,
);

export const oldBubbleThumbnail = thumbnail(
  `${GRID}<g fill="currentColor" fill-opacity=".45"><circle cx="46" cy="38" r="10"/><circle cx="72" cy="24" r="14"/><circle cx="100" cy="20" r="4"/></g>${second}`,
);
