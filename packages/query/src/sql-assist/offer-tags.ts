import type { Catalog } from './catalog.ts';
import { offerOf, type Offer } from './offers.ts';

const filters = [
  'where_in',
  'to_datetime',
  'default',
  'join',
  'length',
  'lower',
  'upper',
  'replace',
  'first',
  'last',
  'tojson',
];
const blocks = ['if', 'elif', 'else', 'endif', 'for', 'endfor', 'set'];

/** What a template tag may hold: filters behind a bar, parameters and macros elsewhere. */
export function tagOffers(inside: string, catalog: Catalog): readonly Offer[] {
  const before = inside.replace(/[\p{L}\p{N}_]*$/u, '').trimEnd();
  if (isInText(inside)) return [];
  if (before.endsWith('|')) return filters.map((label) => offerOf({ label, kind: 'macro', detail: '|' }));
  if (before.endsWith('.')) return [];
  return [
    ...[...catalog.parameters].map(([name, value]) =>
      offerOf({
        label: name,
        kind: 'parameter',
        detail: value,
        subject: { kind: 'parameter', name, value },
        boost: 50,
      }),
    ),
    ...catalog.macros.map((macro) =>
      offerOf({
        label: macro.name,
        kind: 'macro',
        insert: macro.call,
        hasFields: macro.call.includes('${'),
        detail: macro.description,
        subject: { kind: 'macro', macro },
      }),
    ),
    ...blocks.map((label) => offerOf({ label, kind: 'keyword', boost: -30 })),
  ];
}

function isInText(inside: string): boolean {
  let quote = '';
  for (const char of inside) {
    if (quote === '') quote = char === "'" || char === '"' ? char : '';
    else if (char === quote) quote = '';
  }
  return quote !== '';
}
