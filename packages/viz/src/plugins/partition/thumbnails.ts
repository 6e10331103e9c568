import { ACCENT, thumbnail, WARM } from '../../shared/thumbnail.ts';

export const partitionThumbnail = thumbnail(
  `<path d="M10 10H34V70H10Z" fill="currentColor" fill-opacity=".25"/><path d="M36 10H70V42H36Z" fill="${ACCENT}"/><path d="M36 44H70V60H36Z" fill="${WARM}" fill-opacity=".7"/><path d="M36 62H70V70H36Z" fill="currentColor" fill-opacity=".35"/><g fill="${ACCENT}" fill-opacity=".55"><path d="M72 10H110V26H72Z"/><path d="M72 28H110V36H72Z"/><path d="M72 38H110V42H72Z"/></g><g fill="${WARM}" fill-opacity=".4"><path d="M72 44H110V54H72Z"/><path d="M72 56H110V60H72Z"/></g>`,
);
