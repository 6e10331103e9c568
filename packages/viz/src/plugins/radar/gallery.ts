import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { radarThumbnail } from './thumbnails.ts';

export const radarGallery = {
  radar: {
    category: msg('Ranking'),
    description: msg('Who is strong in what? One shape each over several measures.'),
    tags: ['Featured'],
    roles: ['series', 'y'],
    thumbnail: radarThumbnail,
  },
} as const satisfies GalleryEntries;
