import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { bulletThumbnail } from './thumbnails.ts';

export const bulletGallery = {
  bullet: {
    category: msg('KPI'),
    description: msg('How does one number stand to its targets and ranges?'),
    tags: ['Legacy'],
    roles: ['value'],
    thumbnail: bulletThumbnail,
  },
} as const satisfies GalleryEntries;
