import { ACCENT, GRID, thumbnail, WARM } from '../../shared/thumbnail.ts';

const second = `stroke="currentColor" stroke-opacity=".45" stroke-width="2.5"`;
const first = `stroke="${ACCENT}" stroke-width="3"`;

export const lineThumbnail = thumbnail(
  `${GRID}<path d="M14 44L30 50L46 40L62 46L78 36L94 42L106 34" ${second}/><path d="M14 54L30 38L46 44L62 26L78 32L94 18L106 22" ${first}/>`,
);

export const mixedThumbnail = thumbnail(
  `${GRID}<path d="M14 72V52H24V72ZM30 72V46H40V72ZM46 72V50H56V72ZM62 72V40H72V72ZM78 72V44H88V72ZM94 72V34H104V72Z" fill="currentColor" fill-opacity=".3"/><path d="M19 42L35 28L51 34L67 20L83 26L99 14" ${first}/>`,
);

export const smoothThumbnail = thumbnail(
  `${GRID}<path d="M14 42C30 56 42 34 58 40S88 52 106 34" ${second}/><path d="M14 54C30 54 34 30 50 34S72 44 84 24S98 18 106 18" ${first}/>`,
);

export const stepThumbnail = thumbnail(
  `${GRID}<path d="M14 52H30V42H48V46H66V28H84V34H96V18H106" ${first} stroke-linejoin="miter"/>`,
);

export const areaThumbnail = thumbnail(
  `${GRID}<path d="M14 56L30 50L46 52L62 40L78 44L94 34L106 36V64H14Z" fill="${ACCENT}" fill-opacity=".75"/><path d="M14 44L30 36L46 40L62 24L78 30L94 16L106 20V36L94 34L78 44L62 40L46 52L30 50L14 56Z" fill="currentColor" fill-opacity=".35"/>`,
);

export const barThumbnail = thumbnail(
  `${GRID}<g fill="${ACCENT}"><rect x="18" y="38" width="12" height="26" rx="2"/><rect x="36" y="24" width="12" height="40" rx="2"/><rect x="54" y="44" width="12" height="20" rx="2"/><rect x="72" y="16" width="12" height="48" rx="2"/><rect x="90" y="32" width="12" height="32" rx="2"/></g>`,
);

export const scatterThumbnail = thumbnail(
  `${GRID}<g fill="currentColor" fill-opacity=".4"><circle cx="26" cy="36" r="3.5"/><circle cx="44" cy="30" r="3.5"/><circle cx="58" cy="44" r="3.5"/><circle cx="82" cy="40" r="3.5"/><circle cx="98" cy="30" r="3.5"/></g><g fill="${ACCENT}"><circle cx="20" cy="54" r="4"/><circle cx="36" cy="46" r="4"/><circle cx="52" cy="38" r="4"/><circle cx="68" cy="28" r="4"/><circle cx="74" cy="34" r="4"/><circle cx="90" cy="20" r="4"/><circle cx="102" cy="16" r="4"/></g>`,
);

export const genericThumbnail = thumbnail(
  `${GRID}<g fill="currentColor" fill-opacity=".3"><rect x="20" y="44" width="12" height="20" rx="2"/><rect x="42" y="36" width="12" height="28" rx="2"/><rect x="64" y="40" width="12" height="24" rx="2"/><rect x="86" y="28" width="12" height="36" rx="2"/></g><path d="M26 38L48 26L70 30L92 16" ${first}/><circle cx="92" cy="16" r="4" fill="${WARM}"/>`,
);
