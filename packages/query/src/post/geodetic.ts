import { partOf } from '@tessera/core/cell-order';
import { columnNamed, failPost, type Frame, type FrameColumn, withColumns } from './frame.ts';
import { type Options, text, textOr } from './options.ts';

type Place = { readonly latitude: number; readonly longitude: number; readonly altitudeKm: number };

const ANGLE = String.raw`([+-]?\d+(?:\.\d+)?)(?:\s*(?:°|d(?:eg)?)|(?=[\s,;NSEW]|$))(?:\s*(\d+(?:\.\d+)?)\s*(?:m|'|′))?(?:\s*(\d+(?:\.\d+)?)\s*(?:s|"|″))?`;
const POINT = new RegExp(
  String.raw`^\s*([NS])?\s*${ANGLE}\s*([NS])?\s*[,;\s]\s*([EW])?\s*${ANGLE}\s*([EW])?(?:\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*(km|m|mi|ft|nm|nmi))?\s*$`,
  'i',
);
const KM_PER: Readonly<Record<string, number>> = {
  km: 1,
  m: 0.001,
  mi: 1.609344,
  ft: 0.0003048,
  nm: 1.852,
  nmi: 1.852,
};

/**
 * Append latitude, longitude and, if asked for, altitude in kilometres of geodetic texts (`23 26m 22s N 23 27m 30s E
 * 21.0mi`).
 * @throws AppError post_processing
 */
export function geodeticParse(frame: Frame, options: Options): Frame {
  const places = Array.from(columnNamed(frame, text(options, 'geodetic')).values, (cell) =>
    cell === null ? null : parse(partOf(cell, 'string')),
  );
  const altitude = textOr(options, 'altitude', null);
  const numbers = (name: string, read: (place: Place) => number): FrameColumn => ({
    path: [name],
    kind: 'numeric',
    values: Float64Array.from(places, (place) => (place ? read(place) : Number.NaN)),
  });
  return withColumns(frame, frame.columns, [
    numbers(text(options, 'latitude'), (place) => place.latitude),
    numbers(text(options, 'longitude'), (place) => place.longitude),
    ...(altitude === null ? [] : [numbers(altitude, (place) => place.altitudeKm)]),
  ]);
}

function parse(geodetic: string): Place {
  const found = POINT.exec(geodetic);
  if (!found) return failPost('Invalid geodetic string');
  const [, north1, d1, m1, s1, north2, east1, d2, m2, s2, east2, height = '0', unit = 'km'] = found;
  const latitude = degrees(d1, m1, s1) * (/s/i.test(north1 ?? north2 ?? '') ? -1 : 1);
  const longitude = degrees(d2, m2, s2) * (/w/i.test(east1 ?? east2 ?? '') ? -1 : 1);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) failPost('Invalid geodetic string');
  return { latitude, longitude, altitudeKm: Number(height) * (KM_PER[unit.toLowerCase()] ?? 1) };
}

function degrees(whole = '0', minutes = '0', seconds = '0'): number {
  const sign = whole.startsWith('-') ? -1 : 1;
  return sign * (Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600);
}
