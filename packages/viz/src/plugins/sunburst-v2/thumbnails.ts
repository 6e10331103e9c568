import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const sunburstV2Thumbnail = thumbnail(
  `<g stroke-width="10" stroke-linecap="butt"><path d="M60 26A14 14 0 0 1 67.5 51.8" stroke="${ACCENT}"/><path d="M66 52.7A14 14 0 0 1 46 38" stroke="currentColor" stroke-opacity=".5"/><path d="M46.2 37A14 14 0 0 1 58.5 26" stroke="currentColor" stroke-opacity=".3"/><path d="M60 13.500A26.500 26.500 0 0 1 85.500 33" stroke="${ACCENT}" stroke-opacity=".6"/><path d="M85.900 34.500A26.500 26.500 0 0 1 75 61.900" stroke="${ACCENT}" stroke-opacity=".35"/><path d="M73.500 62.800A26.500 26.500 0 0 1 40 57.500" stroke="currentColor" stroke-opacity=".4"/><path d="M39 56.300A26.500 26.500 0 0 1 33.600 37" stroke="currentColor" stroke-opacity=".22"/></g>`,
);
