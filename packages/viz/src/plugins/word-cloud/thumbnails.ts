import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

/** Words as bars: a text in a picture would be read as a part of the name beside it. */
export const wordCloudThumbnail = thumbnail(
  `<rect x="26" y="31" width="68" height="17" rx="5" fill="${ACCENT}"/><g fill="currentColor"><rect x="18" y="16" width="40" height="10" rx="4" fill-opacity=".55"/><rect x="64" y="18" width="32" height="8" rx="3.500" fill-opacity=".35"/><rect x="12" y="34" width="9" height="22" rx="3.500" fill-opacity=".3"/><rect x="30" y="53" width="30" height="9" rx="4" fill-opacity=".45"/><rect x="66" y="53" width="40" height="11" rx="4" fill-opacity=".6"/><rect x="99" y="30" width="8" height="18" rx="3.500" fill-opacity=".25"/></g>`,
);
