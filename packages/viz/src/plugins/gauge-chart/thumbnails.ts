import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const gaugeChartThumbnail = thumbnail(
  `<g stroke-width="9" stroke-linecap="butt"><path d="M39.500 66.500A29 29 0 1 1 80.500 66.500" stroke="currentColor" stroke-opacity=".22"/><path d="M39.500 66.500A29 29 0 0 1 66 17.600" stroke="${ACCENT}"/></g><path d="M60 46L66 26" stroke="currentColor" stroke-width="3"/><circle cx="60" cy="46" r="4" fill="currentColor"/>`,
);
