import { msg } from '@tessera/core/messages';
import type { GalleryEntries } from '../../entry.ts';
import { mapboxThumbnail } from './thumbnails.ts';

export const mapboxGallery = {
  mapbox: {
    category: msg('Map'),
    description: msg('Where do points lie close together?'),
    tags: ['Legacy'],
    roles: ['longitude', 'latitude', 'series'],
    thumbnail: mapboxThumbnail,
  },
} as const satisfies GalleryEntries;
