/** Escaping for the two text formats that drawings are made of: HTML of tooltips and SVG. User text is text in both. */
export function escapeMarkup(text: string): string {
  return validText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// XML 1.0 allows no control characters but tab and line breaks, and no lone surrogates.
const INVALID =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text without what no document may hold: a label with one such character would end the whole picture. */
export function validText(text: string): string {
  return text.replace(INVALID, '');
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One SVG element. `children` is markup; put user text through `svgText`. */
export function svgElement(name: string, attributes: Attributes, children = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeMarkup(typeof value === 'number' ? short(value) : String(value))}"`)
    .join('');
  return children === '' ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`;
}

/** One line of text at a baseline. */
export function svgText(text: string, attributes: Attributes): string {
  return svgElement('text', attributes, escapeMarkup(text) || ' ');
}

/** The root element; `title` is what screen readers say. */
export function svgRoot(width: number, height: number, fontFamily: string, title: string, children: string): string {
  return svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${short(width)} ${short(height)}`,
      role: 'img',
      'font-family': fontFamily,
    },
    `<title>${escapeMarkup(title)}</title>${children}`,
  );
}

/** Two decimals are a hundredth of a pixel: more only makes the file longer. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
