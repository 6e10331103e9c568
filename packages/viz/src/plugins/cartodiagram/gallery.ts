import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { cartodiagramThumbnail } from './thumbnails.ts';

export const cartodiagramGallery = {
  cartodiagram: {
    category: msg('Map'),
    description: msg('How do the parts differ from place to place? A small chart at each.'),
    tags: [],
    roles: ['geography'],
    thumbnail: cartodiagramThumbnail,
  },
} as const satisfies GalleryEntries;
