import { textWidth } from '@tessera/viz/shared/text';
import { setPlatformAPI } from 'echarts/core';

/** By the width of this character the drawing library finds the height of a line. */
const WIDE = '国';
/** What labels are mostly made of: the letters of Latin scripts, and the signs between them. */
const LATIN = /^[ -~\u00a0-\u024f\u2010-\u2027\u2212]*$/;
const STRONG = /\b(?:bold|bolder|[5-9]00)\b/;

/**
 * Have texts as wide, and lines as high, on every machine as on the server, whose pictures a chart takes the place of.
 * What the server only guesses (other scripts, strong letters) is measured.
 */
export function measureAsServer(): void {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return;
  let current = '';
  setPlatformAPI({
    measureText: (text, font = '12px sans-serif') => {
      if (text === WIDE || (LATIN.test(text) && !STRONG.test(font)))
        return { width: textWidth(text, Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? 12)) };
      if (current !== font) {
        context.font = font;
        current = font;
      }
      return context.measureText(text);
    },
  });
}
