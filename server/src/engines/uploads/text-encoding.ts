import { message } from '@tessera/core/messages';
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { once } from 'node:events';
import { UnreadableFile } from './protocol.ts';

/** Encodings that a reader may choose, by the names that decoders know. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-2',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
] as const;
const CHUNK = 1 << 20;
const LF = 10;
const CR = 13;

/** The encoding of a text file: what its first bytes say, UTF-8 where every byte fits, else that of older Windows. */
export async function guessEncoding(file: string): Promise<string> {
  const head = await headOf(file, 4096);
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const [even, odd] = [0, 1].map((side) => head.filter((byte, at) => at % 2 === side && byte === 0).length);
  if (head.length > 8 && (odd ?? 0) > head.length / 5) return 'utf-16le';
  if (head.length > 8 && (even ?? 0) > head.length / 5) return 'utf-16be';
  return (await isAllUtf8(file)) ? 'utf-8' : 'windows-1252';
}

async function isAllUtf8(file: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    const end = wholeLetters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return isUtf8(rest);
}

/** So many bytes end with a whole letter. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= 4 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}

/** The first bytes of a file. */
export async function headOf(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * A file in UTF-8 without a mark at its beginning: the given one where it is so already, else a copy at `target`.
 * Lines that end with a lone carriage return, as old Macs wrote them, end as everywhere in the copy.
 *
 * @param isGuessed  The encoding was guessed: every byte has been looked at.
 * @throws UnreadableFile for an encoding that is not known, and for a text with zero characters
 */
export async function asUtf8(file: string, encoding: string, target: string, isGuessed: boolean): Promise<string> {
  const known = encodings.find((each) => each === encoding.toLowerCase());
  if (known === undefined)
    throw new UnreadableFile(message('There is no encoding %(encoding)s.', { encoding: encoding.slice(0, 40) }));
  const head = await headOf(file, CHUNK);
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  if (head.includes(0) && !known.startsWith('utf-16'))
    throw new UnreadableFile(message('This is no text file: it holds zero bytes.'));
  const isMac = head.includes(0x0d) && !head.includes(0x0a);
  if (known === 'utf-8' && !hasMark && !isMac && (isGuessed || (await isAllUtf8(file)))) return file;
  const decoder = new TextDecoder(known);
  const out = createWriteStream(target, { mode: 0o600 });
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    if (!out.write(isMac ? text.replaceAll('\r', '\n') : text)) await once(out, 'drain');
  }
  out.end(decoder.decode());
  await once(out, 'close');
  return target;
}

/**
 * The first line that is longer than so many bytes, counted from one; null where there is none. Only the ends of
 * chunks are looked at: so long a line goes through several.
 */
export async function longLine(file: string, most: number): Promise<number | null> {
  let at = 0;
  let began = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
    const bytes = chunk as Buffer;
    const ends = [bytes.indexOf(LF), bytes.indexOf(CR)].filter((end) => end >= 0);
    if (at + (ends.length === 0 ? bytes.length : Math.min(...ends)) - began > most) return lineAt(file, began);
    if (ends.length > 0) began = at + Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
    at += bytes.length;
  }
  return null;
}

async function lineAt(file: string, place: number): Promise<number> {
  if (place === 0) return 1;
  let line = 1;
  let previous = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK, end: place - 1 }))
    for (const byte of chunk as Buffer) {
      if (byte === CR || (byte === LF && previous !== CR)) line += 1;
      previous = byte;
    }
  return line;
}
