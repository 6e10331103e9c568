import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { sunburstV2Thumbnail } from './thumbnails.ts';

export const sunburstV2Gallery = {
  sunburst_v2: {
    category: msg('Part of a Whole'),
    description: msg('How does a whole divide, level by level? Rings from the outermost level inward.'),
    tags: ['Featured'],
    roles: ['series', 'value', 'color'],
    thumbnail: sunburstV2Thumbnail,
  },
} as const satisfies GalleryEntries;
