import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const paraThumbnail = thumbnail(
  `<g stroke="currentColor" stroke-opacity=".3" stroke-width="1.5"><path d="M14 52L44 20L76 34L106 26"/><path d="M14 44L44 30L76 22L106 40"/><path d="M14 58L44 26L76 42L106 32"/><path d="M14 36L44 36L76 28L106 48"/></g><path d="M14 20L44 58L76 50L106 62" stroke="${ACCENT}" stroke-width="2.5"/><path d="M14 26L44 62L76 56L106 58" stroke="${ACCENT}" stroke-opacity=".6" stroke-width="2"/><g stroke="currentColor" stroke-opacity=".6" stroke-width="1.5"><path d="M14 12V68M44 12V68M76 12V68M106 12V68"/></g>`,
);
