import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const graphChartThumbnail = thumbnail(
  `<g stroke="currentColor" stroke-opacity=".4" stroke-width="2"><path d="M60 40L28 22M60 40L30 60M60 40L94 20M60 40L92 58M60 40L62 12M94 20L62 12M30 60L56 68M60 40L56 68"/></g><circle cx="60" cy="40" r="9" fill="${ACCENT}"/><g fill="currentColor" fill-opacity=".6"><circle cx="28" cy="22" r="5"/><circle cx="30" cy="60" r="6"/><circle cx="94" cy="20" r="6"/><circle cx="92" cy="58" r="4.500"/><circle cx="62" cy="12" r="4"/><circle cx="56" cy="68" r="4"/></g>`,
);
