import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

const row = (y: number, bar: number) =>
  `<path d="M18 ${y + 6}H42" stroke="currentColor" stroke-opacity=".45" stroke-width="3"/><rect x="58" y="${y + 1}" width="${bar}" height="10" rx="2" fill="${ACCENT}" fill-opacity=".3"/><path d="M92 ${y + 6}H102" stroke="currentColor" stroke-opacity=".7" stroke-width="3"/><path d="M14 ${y + 14.5}H106" stroke="currentColor" stroke-opacity=".18"/>`;

export const tableThumbnail = thumbnail(
  `<path d="M18 14H36M62 14H74M90 14H102" stroke="currentColor" stroke-width="3"/><path d="M14 21.5H106" stroke="currentColor" stroke-opacity=".5"/>${row(24, 44)}${row(40, 30)}${row(56, 16)}`,
);
