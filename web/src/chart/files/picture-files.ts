import { readerTranslator } from '@tessera/core/messages';
import { drawBareSvg } from '@tessera/viz/draw-svg';
import { picturedNotes } from '@tessera/viz/layer/limit';
import { saveFile } from '../../ui/common/save-file.ts';
import type { Drawn } from './drawn.ts';
import { embeddedFonts } from './embedded-fonts.ts';
import { framed } from './framed.ts';

export type PictureFile = Drawn & { readonly title: string; readonly subtitle: string };

/** Pixels of an image per pixel of the screen: sharp on paper and on dense screens. */
const SCALE = 2;

/** What a canvas of a browser holds at most: pixels of an edge, and of all. */
const MAX_EDGE = 32_767;
const MAX_PIXELS = 16_384 * 16_384;

/** Save the picture as a drawing that scales. */
export async function saveSvg(file: PictureFile): Promise<void> {
  const { text } = await svgOf(file);
  saveFile(new Blob([text], { type: 'image/svg+xml' }), file.title, 'svg');
}

/** Save the picture as an image. @throws Error where the browser cannot draw it */
export async function savePng(file: PictureFile): Promise<void> {
  saveFile(await pngOf(file), file.title, 'png');
}

/** Put the picture on the clipboard as an image. @throws what the browser says that does not allow it */
export async function copyPng(file: PictureFile): Promise<void> {
  // Browsers want to be asked within the press; what takes its time is handed in as a promise.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(file) })]);
}

/** A drawing as text, with its size in px. */
export type Svg = { readonly text: string; readonly width: number; readonly height: number };

/** With the name above it, what is said below it, and with the letters that it is set in. */
async function svgOf({ picture, context, title, subtitle }: PictureFile): Promise<Svg> {
  const { loaded, results, form } = picture;
  const drawing = await drawBareSvg(loaded.viz, results, form, context, readerTranslator());
  const notes = picturedNotes(loaded.viz, results, form, context);
  const whole = framed({ drawing, title, subtitle, notes, context });
  const fonts = await embeddedFonts(whole.text);
  return { ...whole, text: whole.text.replace('>', () => `><style>${fonts}</style>`) };
}

async function pngOf(file: PictureFile): Promise<Blob> {
  return imageOfSvg(await svgOf(file));
}

/** A drawing as an image. @throws Error where the browser cannot draw it */
export async function imageOfSvg({ text, width, height }: Svg): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  const scale = imageScale(width, height);
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser made no image of the drawing.');
  return blob;
}

/** Less than usual where the image would be larger than a canvas can be. */
export function imageScale(width: number, height: number): number {
  return Math.min(SCALE, MAX_EDGE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
}
