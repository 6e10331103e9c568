import { ACCENT, thumbnail } from '../../shared/thumbnail.ts';

export const wordCloudThumbnail = thumbnail(
  `<g font-family="sans-serif" font-weight="600"><text x="60" y="50" text-anchor="middle" font-size="30" fill="${ACCENT}">word</text><g fill="currentColor"><text x="38" y="22" text-anchor="middle" font-size="14" fill-opacity=".6">cloud</text><text x="84" y="25" text-anchor="middle" font-size="10" fill-opacity=".4">many</text><text x="40" y="70" text-anchor="middle" font-size="11" fill-opacity=".45">names</text><text x="83" y="69" text-anchor="middle" font-size="15" fill-opacity=".55">size</text><text x="12" y="48" text-anchor="middle" font-size="10" fill-opacity=".4" transform="rotate(-90 12 44)">often</text><text x="110" y="46" text-anchor="middle" font-size="9" fill-opacity=".4" transform="rotate(-90 110 43)">rare</text></g></g>`,
);
