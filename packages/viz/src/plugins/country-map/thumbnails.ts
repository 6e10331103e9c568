import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

/** A country of six regions, one of them the greatest. */
export const countryMapThumbnail = thumbnail(
  `<g stroke="currentColor" stroke-opacity=".15"><path d="M34 16L56 11L60 30L40 36L28 30Z" fill="currentColor" fill-opacity=".3"/><path d="M56 11L82 14L90 30L60 30Z" fill="${ACCENT}"/><path d="M28 30L40 36L44 54L26 50L20 40Z" fill="currentColor" fill-opacity=".55"/><path d="M40 36L60 30L72 48L58 60L44 54Z" fill="currentColor" fill-opacity=".2"/><path d="M60 30L90 30L98 46L72 48Z" fill="currentColor" fill-opacity=".4"/><path d="M58 60L72 48L98 46L86 66L66 70Z" fill="currentColor" fill-opacity=".3"/></g>`,
);
