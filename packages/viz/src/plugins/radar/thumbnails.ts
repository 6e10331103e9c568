import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const radarThumbnail = thumbnail(
  `<g stroke="currentColor" stroke-opacity=".25"><path d="M60 10L88.500 30.700L77.600 64.300H42.400L31.500 30.700Z"/><path d="M60 25L74.300 35.400L68.800 52.100H51.200L45.700 35.400Z"/><path d="M60 40V10M60 40L88.500 30.700M60 40L77.600 64.300M60 40L42.400 64.300M60 40L31.500 30.700"/></g><path d="M60 16L79 34L70 56L46 60L42 34Z" fill="${ACCENT}" fill-opacity=".3" stroke="${ACCENT}" stroke-width="2.500"/>`,
);
