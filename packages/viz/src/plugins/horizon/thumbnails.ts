import { ACCENT, thumbnail, WARM } from '../../shared/thumbnail.ts';

export const horizonThumbnail = thumbnail(
  `<g fill="${ACCENT}"><path d="M12 26L24 12H60L72 26Z" fill-opacity=".35"/><path d="M20 26L36 14L52 26Z"/><path d="M12 46L30 38L50 33H84L108 46Z" fill-opacity=".35"/><path d="M48 46L66 36L80 46Z"/><path d="M60 66L80 54H100L108 66Z" fill-opacity=".35"/><path d="M78 66L90 56L102 66Z"/></g><g fill="${WARM}"><path d="M72 26L86 15L108 26Z" fill-opacity=".4"/><path d="M12 66L28 55L50 66Z" fill-opacity=".45"/></g><g stroke="currentColor" stroke-opacity=".35"><path d="M12 26.5H108M12 46.5H108M12 66.5H108"/></g>`,
);
