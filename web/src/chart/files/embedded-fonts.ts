/**
 * The faces of the page's own fonts that a picture needs, with their files inside, as a style sheet. A picture that
 * leaves the page has no other way to its letters. A face that cannot be fetched is left out: the system's takes its
 * place.
 */
export async function embeddedFonts(text: string): Promise<string> {
  const points = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));
  const faces = pageFaces().filter(
    ({ family, ranges }) => text.includes(family) && [...points].some((point) => isIn(ranges, point)),
  );
  const rules = await Promise.all(faces.map(faceWithFile));
  return rules.join('');
}

type Range = readonly [from: number, to: number];
type Face = {
  readonly family: string;
  readonly weight: string;
  readonly source: string;
  readonly ranges: readonly Range[];
};

function pageFaces(): readonly Face[] {
  return [...document.styleSheets].flatMap((sheet) => {
    const rules = rulesOf(sheet);
    return rules.flatMap((rule) => (rule instanceof CSSFontFaceRule ? [faceOf(rule, sheet.href)] : []));
  });
}

/** A sheet from elsewhere, of a browser extension say, does not let itself be read. */
function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

function faceOf({ style }: CSSFontFaceRule, sheet: string | null): Face {
  const url = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1] ?? '';
  return {
    family: style.getPropertyValue('font-family').replace(/["']/g, ''),
    weight: style.getPropertyValue('font-weight') || 'normal',
    source: new URL(url, sheet ?? location.href).href,
    ranges: readRanges(style.getPropertyValue('unicode-range')),
  };
}

/** `U+0-FF, U+2122, U+4??`; nothing is everything. */
export function readRanges(text: string): readonly Range[] {
  const ranges = [...text.matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to]): Range => [
    Number.parseInt(from.replaceAll('?', '0'), 16),
    Number.parseInt(to ?? from.replaceAll('?', 'F'), 16),
  ]);
  return ranges.length === 0 ? [[0, 0x10ffff]] : ranges;
}

function isIn(ranges: readonly Range[], point: number): boolean {
  return ranges.some(([from, to]) => point >= from && point <= to);
}

async function faceWithFile({ family, weight, source }: Face): Promise<string> {
  try {
    const answer = await fetch(source);
    if (!answer.ok) return '';
    const file = await dataUrl(await answer.blob());
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${file})}`;
  } catch {
    return '';
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(blob);
  });
}
