import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

const row = (y: number, indent: number) =>
  `<path d="M${14 + indent} ${y}H34M48 ${y}H60M70 ${y}H82" stroke="currentColor" stroke-opacity=".45" stroke-width="3"/><path d="M14 ${y + 7}H106" stroke="currentColor" stroke-opacity=".18"/>`;

export const pivotTableThumbnail = thumbnail(
  `<rect x="90" y="10" width="16" height="60" rx="2" fill="${ACCENT}" fill-opacity=".3"/><path d="M48 13H82" stroke="currentColor" stroke-width="3"/><path d="M48 22H60M70 22H82M92 18H104" stroke="currentColor" stroke-opacity=".7" stroke-width="3"/><path d="M14 28.5H106" stroke="currentColor" stroke-opacity=".5"/>${row(36, 0)}${row(49, 6)}${row(62, 6)}<path d="M92 36H104M92 49H104M92 62H104" stroke="currentColor" stroke-opacity=".7" stroke-width="3"/>`,
);
