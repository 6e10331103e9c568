import { createRequire } from 'node:module';
import { Resvg, type RenderedImage } from '@resvg/resvg-js';

const require = createRequire(import.meta.url);
/** The letters of the product; nothing is taken from the machine, so that every server draws the same picture. */
const fontFiles = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) =>
  require.resolve(`@expo-google-fonts/inter/${file}`),
);

/** An SVG document as pixels, so many of them wide; for a thread of its own. @throws Error for bad SVG */
export function rasterise(svg: string, width: number): RenderedImage {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  return image.render();
}

/** An SVG document as a PNG of this width in pixels; for a thread of its own. @throws Error for bad SVG */
export function toPng(svg: string, width: number): Buffer {
  return rasterise(svg, width).asPng();
}
