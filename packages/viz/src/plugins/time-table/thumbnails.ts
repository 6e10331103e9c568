import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

const row = (y: number, course: string) =>
  `<path d="M14 ${y}H36" stroke="currentColor" stroke-opacity=".5" stroke-width="3"/><path d="${course}" stroke="${ACCENT}" stroke-width="2"/><path d="M94 ${y}H106" stroke="currentColor" stroke-opacity=".8" stroke-width="3"/><path d="M14 ${y + 10.5}H106" stroke="currentColor" stroke-opacity=".18"/>`;

export const timeTableThumbnail = thumbnail(
  row(18, 'M44 22L52 16L60 19L68 12L76 15L84 10') +
    row(40, 'M44 34L52 40L60 36L68 44L76 40L84 46') +
    row(62, 'M44 66L52 62L60 64L68 56L76 58L84 54'),
);
