import type { Page } from '@playwright/test';

/** Of 255 in one colour, from which on a pixel is another one: edges of letters and lines are smoothed as they fall. */
const OTHER_FROM = 48;

/** The part of the pixels of two images of one size, as PNG, that differ; 1 for images of two sizes. */
export async function differing(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const urls = [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  return page.evaluate(
    async ({ sources, otherFrom }) => {
      const [first, second] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!first || !second || first.width !== second.width || first.height !== second.height) return 1;
      let count = 0;
      for (let at = 0; at < first.data.length; at += 4)
        if (
          [0, 1, 2].some((part) => Math.abs((first.data[at + part] ?? 0) - (second.data[at + part] ?? 0)) > otherFrom)
        )
          count += 1;
      return (4 * count) / first.data.length;
    },
    { sources: urls, otherFrom: OTHER_FROM },
  );
}
