import { deflateSync } from 'node:zlib';

type Pixels = {
  /** RGBA, row by row; every one opaque. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** Points of paper per pixel of the screen. */
const POINTS = 0.75;

/**
 * A PDF of one page that is as large as its picture.
 *
 * @param width  px of the screen that the picture is wide on paper
 */
export function toPdf(image: Pixels, width: number, title: string): Buffer {
  const paper = [width * POINTS, ((width * image.height) / image.width) * POINTS].map((side) => side.toFixed(2));
  const pixels = deflateSync(withoutAlpha(image.pixels), { level: 6 });
  const drawn = Buffer.from(`q ${paper[0]} 0 0 ${paper[1]} 0 0 cm /I Do Q`);
  const picture =
    `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB` +
    ' /BitsPerComponent 8 /Filter /FlateDecode';
  return document([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${paper.join(' ')}]` +
      ' /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>',
    stream(picture, pixels),
    stream('', drawn),
    `<< /Title ${pdfText(title)} >>`,
  ]);
}

function withoutAlpha(pixels: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    rgb[to] = pixels[from] ?? 0;
    rgb[to + 1] = pixels[from + 1] ?? 0;
    rgb[to + 2] = pixels[from + 2] ?? 0;
  }
  return rgb;
}

function stream(entries: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

/** UTF-16 with its mark, as digits: nothing in it can end the text. */
function pdfText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

/** Objects one after the other, the catalogue first and what is said about the document last. */
function document(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n', 'latin1')];
  const starts: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.isBuffer(object) ? object : Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    starts.push(at);
    at += part.length;
    parts.push(part);
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}${trailer}`));
  return Buffer.concat(parts);
}
