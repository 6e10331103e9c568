import { TEMPLATE_MARK } from '@tessera/core/template-marks';

/** A stretch of a template. `open` and `close` are the marks of a tag, with the signs that trim around it. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'output' | 'block';
      readonly text: string;
      readonly inner: string;
      readonly open: string;
      readonly close: string;
    };

/** Cut a template into what stands as it is and its tags. Comments and raw stretches stand as they are. */
export function segmentsOf(template: string): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  while (at < template.length) {
    const next = template.slice(at).search(TEMPLATE_MARK);
    const begin = next === -1 ? template.length : at + next;
    if (begin > at) segments.push({ kind: 'text', text: template.slice(at, begin) });
    if (begin === template.length) break;
    const kind = template[begin + 1] === '{' ? 'output' : 'block';
    if (template[begin + 1] === '#') {
      const end = template.indexOf('#}', begin + 2);
      at = end === -1 ? template.length : end + 2;
      segments.push({ kind: 'text', text: template.slice(begin, at) });
      continue;
    }
    const end = endOfTag(template, begin + 2, kind === 'output' ? '}}' : '%}');
    const tag = template.slice(begin, end);
    const [, open = '', inner = '', close = ''] = /^(\{[{%][-+]?)([^]*?)([-+]?[}%]\})$/.exec(tag) ?? [];
    if (/^\s*raw\s*$/.test(inner) && kind === 'block') {
      const rest = /\{%[-+]?\s*endraw\s*[-+]?%\}/.exec(template.slice(end));
      at = rest ? end + rest.index + rest[0].length : template.length;
      segments.push({ kind: 'text', text: template.slice(begin, at) });
      continue;
    }
    segments.push({ kind, text: tag, inner, open, close });
    at = end;
  }
  return segments;
}

/** Behind the end of a tag, which neither a text in it nor a brace that closes another is. */
function endOfTag(template: string, from: number, closing: string): number {
  let depth = 0;
  for (let at = from; at < template.length; at += 1) {
    const char = template.charAt(at);
    if (depth === 0 && template.startsWith(closing, at)) return at + 2;
    if (char === "'" || char === '"') {
      at += 1;
      while (at < template.length && template[at] !== char) at += template[at] === '\\' ? 2 : 1;
    } else if (/[([{]/.test(char)) depth += 1;
    else if (/[)\]}]/.test(char)) depth -= 1;
  }
  return template.length;
}
