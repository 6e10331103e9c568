import { partOf } from '@tessera/core/cell-order';
import { columnNamed, failPost, type Frame, type FrameColumn, numbersOf, withColumns } from './frame.ts';
import { type Options, text } from './options.ts';

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

/**
 * Append latitude and longitude of the middle of each geohash cell. Null stays null.
 * @throws AppError post_processing
 */
export function geohashDecode(frame: Frame, options: Options): Frame {
  const hashes = Array.from(columnNamed(frame, text(options, 'geohash')).values);
  const places = hashes.map((hash) => (hash === null ? null : decode(partOf(hash, 'string'))));
  return withColumns(frame, frame.columns, [
    {
      path: [text(options, 'latitude')],
      kind: 'numeric',
      values: Float64Array.from(places, (place) => place?.latitude ?? Number.NaN),
    },
    {
      path: [text(options, 'longitude')],
      kind: 'numeric',
      values: Float64Array.from(places, (place) => place?.longitude ?? Number.NaN),
    },
  ]);
}

/**
 * Append the geohash of each place; clients also expect the two columns under the names latitude and longitude.
 * @throws
 * AppError post_processing
 */
export function geohashEncode(frame: Frame, options: Options): Frame {
  const latitude = columnNamed(frame, text(options, 'latitude'));
  const longitude = columnNamed(frame, text(options, 'longitude'));
  const [north, east] = [numbersOf(latitude.values), numbersOf(longitude.values)];
  const hashes = Array.from(north, (degrees, row) => encode(degrees, east[row] ?? Number.NaN));
  const copies: readonly FrameColumn[] = [
    { ...latitude, path: ['latitude'] },
    { ...longitude, path: ['longitude'] },
  ];
  return withColumns(frame, frame.columns, [
    ...copies,
    { path: [text(options, 'geohash')], kind: 'string', values: hashes },
  ]);
}

function encode(latitude: number, longitude: number): string | null {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return failPost('Invalid longitude/latitude');
  const bounds = [
    { low: -180, high: 180 },
    { low: -90, high: 90 },
  ];
  const target = [longitude, latitude];
  let hash = '';
  for (let digit = 0, bit = 0; digit < LENGTH; digit += 1) {
    let value = 0;
    for (let n = 0; n < 5; n += 1, bit += 1) {
      const bound = bounds[bit % 2];
      if (!bound) continue;
      const middle = (bound.low + bound.high) / 2;
      const upper = (target[bit % 2] ?? 0) >= middle;
      value = value * 2 + (upper ? 1 : 0);
      if (upper) bound.low = middle;
      else bound.high = middle;
    }
    hash += ALPHABET.charAt(value);
  }
  return hash;
}

function decode(hash: string): { readonly latitude: number; readonly longitude: number } {
  const bounds = [
    { low: -180, high: 180 },
    { low: -90, high: 90 },
  ];
  let bit = 0;
  if (hash === '') failPost('Invalid geohash string');
  for (const letter of hash.toLowerCase()) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) failPost('Invalid geohash string');
    for (let mask = 16; mask > 0; mask >>= 1, bit += 1) {
      const bound = bounds[bit % 2];
      if (!bound) continue;
      const middle = (bound.low + bound.high) / 2;
      if ((value & mask) !== 0) bound.low = middle;
      else bound.high = middle;
    }
  }
  const [longitude = 0, latitude = 0] = bounds.map(({ low, high }) => (low + high) / 2);
  return { latitude, longitude };
}
