import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const worldMapThumbnail = thumbnail(
  `<ellipse cx="60" cy="40" rx="48" ry="29" stroke="currentColor" stroke-opacity=".25"/><path d="M22 28Q32 18 44 22L46 30L38 36L36 44L28 38Z" fill="currentColor" fill-opacity=".35"/><path d="M38 48L46 50L44 60L40 64L36 56Z" fill="currentColor" fill-opacity=".25"/><path d="M56 26L66 20L70 28L62 32L68 42L64 56L58 50L54 38Z" fill="${ACCENT}"/><path d="M72 22L92 24L98 34L88 42L80 36L74 32Z" fill="currentColor" fill-opacity=".45"/><path d="M88 50L98 48L100 56L92 58Z" fill="currentColor" fill-opacity=".25"/>`,
);
