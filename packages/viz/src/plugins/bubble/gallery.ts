import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { bubbleThumbnail, oldBubbleThumbnail } from './thumbnails.ts';

export const bubbleGallery = {
  bubble_v2: {
    category: msg('Correlation'),
    description: msg('How do three measures of many things hang together? Two axes and the size of bubbles.'),
    tags: ['Featured'],
    roles: ['label', 'series', 'x', 'y', 'size'],
    thumbnail: bubbleThumbnail,
  },
  bubble: {
    category: msg('Correlation'),
    description: msg('The older bubble chart, for charts that were saved with it.'),
    tags: ['Deprecated', 'Legacy'],
    roles: ['label', 'series', 'x', 'y', 'size'],
    thumbnail: oldBubbleThumbnail,
  },
} as const satisfies GalleryEntries;
