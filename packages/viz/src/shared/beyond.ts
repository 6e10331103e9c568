import { tn } from '@tessera/core/messages';

/** Height of the note that says what is beyond, in px. */
const NOTE_HEIGHT = 20;

/** `12 more rows · 2 more columns`, as drawings say it. */
export function moreText(rows: number, columns: number): string {
  return [
    ...(rows > 0 ? [tn('1 more row', '%(count)s more rows', rows)] : []),
    ...(columns > 0 ? [tn('1 more column', '%(count)s more columns', columns)] : []),
  ].join(' · ');
}

/** How many columns of these widths do not fit whole. All in px. */
export function columnsBeyond(widths: readonly number[], room: number): number {
  let right = 0;
  return widths.filter((width) => (right += width) > room).length;
}

/** How many rows of a height do not fit whole, with the note below them. All in px. */
export function rowsBeyond(count: number, rowHeight: number, room: number): number {
  return count * rowHeight <= room ? 0 : count - Math.max(0, Math.floor((room - NOTE_HEIGHT) / rowHeight));
}
