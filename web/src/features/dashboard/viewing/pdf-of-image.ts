import { PDFDocument } from 'pdf-lib';

/** Points of paper per pixel of the screen. */
const POINTS = 0.75;

/** A document of one page, as large as its picture. @param size  px */
export async function pdfOfImage(
  image: Blob,
  size: { readonly width: number; readonly height: number },
  title: string,
): Promise<Blob> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const picture = await document.embedPng(await image.arrayBuffer());
  const [width, height] = [size.width * POINTS, size.height * POINTS];
  document.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}
