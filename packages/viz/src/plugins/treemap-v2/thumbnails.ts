import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const treemapV2Thumbnail = thumbnail(
  `<rect x="12" y="12" width="48" height="56" rx="2" fill="${ACCENT}"/><rect x="63" y="12" width="45" height="26" rx="2" fill="currentColor" fill-opacity=".5"/><rect x="63" y="41" width="25" height="27" rx="2" fill="currentColor" fill-opacity=".35"/><rect x="91" y="41" width="17" height="15" rx="2" fill="currentColor" fill-opacity=".25"/><rect x="91" y="59" width="17" height="9" rx="2" fill="currentColor" fill-opacity=".18"/>`,
);
