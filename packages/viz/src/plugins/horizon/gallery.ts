import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { horizonThumbnail } from './thumbnails.ts';

export const horizonGallery = {
  horizon: {
    category: msg('Distribution'),
    description: msg('When did each of very many series rise or fall? For many lines in little height.'),
    tags: ['Legacy'],
    roles: ['time', 'y', 'series'],
    thumbnail: horizonThumbnail,
  },
} as const satisfies GalleryEntries;
