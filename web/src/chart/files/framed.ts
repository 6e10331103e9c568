import type { ChartContext } from '@tessera/viz/define';
import { svgElement, svgText } from '@tessera/viz/shared/markup';
import { cutMiddle, wrapLines } from '@tessera/viz/shared/text';

const MARGIN = 16;
const TITLE = { size: 16, line: 26 };
const SUBTITLE = { size: 12, line: 20 };
const NOTE = { size: 12, line: 18 };

/** More lines than any chart says. */
const MOST_NOTES = 8;

/** A drawing with the name of its chart above it, its notes below it and a margin around it. Sizes in px. */
export function framed({
  drawing,
  title,
  subtitle,
  notes,
  context,
}: {
  /** An SVG document. */
  readonly drawing: string;
  readonly title: string;
  readonly subtitle: string;
  readonly notes: readonly string[];
  readonly context: Pick<ChartContext, 'width' | 'height' | 'theme'>;
}): { readonly text: string; readonly width: number; readonly height: number } {
  const { theme } = context;
  const head = MARGIN + TITLE.line + (subtitle === '' ? 0 : SUBTITLE.line);
  const width = Math.round(context.width) + 2 * MARGIN;
  const below = head + Math.round(context.height);
  const said = notes.length === 0 ? [] : wrapLines(notes.join(' · '), context.width, NOTE.size, MOST_NOTES);
  const height = below + said.length * NOTE.line + MARGIN;
  const line = (
    text: string,
    y: number,
    { size }: { readonly size: number },
    style: { fill: string; weight: number },
  ) =>
    svgText(cutMiddle(text, context.width, size), {
      x: MARGIN,
      y,
      fill: style.fill,
      'font-size': size,
      'font-weight': style.weight,
      'font-family': theme.fontFamily,
    });
  const named = [
    line(title, MARGIN + TITLE.size, TITLE, { fill: theme.text, weight: 600 }),
    subtitle === ''
      ? ''
      : line(subtitle, MARGIN + TITLE.line + SUBTITLE.size, SUBTITLE, { fill: theme.textMuted, weight: 400 }),
  ];
  const noted = said.map((text, at) =>
    line(text, below + (at + 1) * NOTE.line, NOTE, { fill: theme.textMuted, weight: 400 }),
  );
  // A picture inside another has a place and a size of its own.
  const inner = drawing.replace(/<svg\b[^>]*>/, (tag) =>
    tag
      .replace(/ (?:width|height)="[^"]*"/g, '')
      .replace('<svg', `<svg x="${MARGIN}" y="${head}" width="${context.width}" height="${context.height}"`),
  );
  const ground = svgElement('rect', { width, height, fill: theme.surface });
  return {
    text:
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `${ground}${named.join('')}${inner}${noted.join('')}</svg>`,
    width,
    height,
  };
}
