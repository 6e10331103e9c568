import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { wordCloudThumbnail } from './thumbnails.ts';

export const wordCloudGallery = {
  word_cloud: {
    category: msg('Ranking'),
    description: msg('Which words stand out at first sight? For an impression, not for comparing.'),
    tags: [],
    roles: ['series', 'value'],
    thumbnail: wordCloudThumbnail,
  },
} as const satisfies GalleryEntries;
