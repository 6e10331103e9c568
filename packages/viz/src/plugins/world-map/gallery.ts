import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { worldMapThumbnail } from './thumbnails.ts';

export const worldMapGallery = {
  world_map: {
    category: msg('Map'),
    description: msg('How does a value differ from country to country?'),
    tags: ['Legacy', 'Featured'],
    roles: ['geography', 'color', 'value', 'size'],
    thumbnail: worldMapThumbnail,
  },
} as const satisfies GalleryEntries;
