import { t } from '@tessera/core/messages';
import { noteWants, type Catalog, type Want } from './catalog.ts';
import type { AssistDialect } from './dialects.ts';
import type { Span } from './lexer.ts';
import type { Fault } from './faults-model.ts';
import { firstWordFaults } from './first-word-faults.ts';
import { namingFaults } from './naming-faults.ts';
import { orderFaults } from './order-faults.ts';
import { parseFragment } from './query.ts';
import type { Fragment, Script } from './script.ts';

export type Faults = { readonly faults: readonly Fault[]; readonly wants: readonly Want[] };

const MAX_FAULTS = 200;
const known = new WeakMap<Fragment, readonly Fault[]>();

/**
 * What is wrong with a script, as far as its text and what is known of the database tell. More than brackets and quotes
 * is looked at in the statements of `near` alone, which somebody sees.
 */
export function faultsOf(script: Script, catalog: Catalog, near: Span): Faults {
  const { catalog: noted, wants } = noteWants(catalog);
  const faults: Fault[] = [];
  for (const { fragment, at } of script.fragments) {
    if (faults.length >= MAX_FAULTS) break;
    const move = (fault: Fault): Fault => movedFault(fault, at);
    const signs = signFaults(fragment);
    faults.push(...signs.map(move));
    const isNear = at <= near.to && at + fragment.text.length >= near.from;
    // Where a bracket or a quote is missing all else is a guess.
    if (isNear && signs.length === 0) faults.push(...nearFaults(fragment, noted, script.dialect).map(move));
  }
  return { faults: faults.slice(0, MAX_FAULTS), wants };
}

function movedFault(fault: Fault, by: number): Fault {
  const moved = <T extends Span>(span: T): T => ({ ...span, from: span.from + by, to: span.to + by });
  return { ...moved(fault), mends: fault.mends.map(moved) };
}

/** What is open or strange; it stays as long as the statement does. */
function signFaults(fragment: Fragment): readonly Fault[] {
  const before = known.get(fragment);
  if (before) return before;
  const open = openFaults(fragment);
  const faults = [...open, ...(open.length > 0 ? [] : bracketFaults(fragment)), ...strangeSigns(fragment)];
  known.set(fragment, faults);
  return faults;
}

function nearFaults(fragment: Fragment, catalog: Catalog, dialect: AssistDialect): readonly Fault[] {
  const parsed = parseFragment(fragment);
  // What a template leaves out of a statement is not known.
  const isWhole = fragment.asides.every(({ kind }) => kind !== 'tag');
  const ofText = isWhole ? [...firstWordFaults(fragment, dialect), ...orderFaults(parsed, dialect)] : [];
  return [...ofText, ...namingFaults(parsed, catalog, dialect)];
}

function openFaults({ tokens, asides, text }: Fragment): readonly Fault[] {
  const open = [...tokens, ...asides].filter(({ isOpen }) => isOpen === true);
  return open.map(({ from, to, kind }) => {
    const message =
      kind === 'comment'
        ? t('This comment is not closed.')
        : kind === 'template' || kind === 'tag'
          ? t('This template tag is not closed.')
          : kind === 'name'
            ? t('This name is not closed: a quote is missing.')
            : t('This text is not closed: a quote is missing.');
    const closing =
      kind === 'comment' ? '*/' : kind === 'template' ? ' }}' : kind === 'tag' ? ' %}' : text.charAt(from);
    return {
      from,
      to: Math.max(to, from + 1),
      severity: 'error',
      message,
      mends: [{ label: t('Insert %s', closing.trim()), from: to, to, insert: closing }],
    };
  });
}

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function bracketFaults({ tokens }: Fragment): readonly Fault[] {
  const open: { readonly closing: string; readonly from: number; readonly to: number }[] = [];
  const faults: Fault[] = [];
  const end = tokens.at(-1)?.to ?? 0;
  const unclosed = ({ from, to, closing }: (typeof open)[number]): Fault => ({
    from,
    to,
    severity: 'error',
    message: t('This bracket is not closed.'),
    mends: [{ label: t('Insert %s', closing), from: end, to: end, insert: closing }],
  });
  for (const { kind, text, from, to } of tokens) {
    if (kind !== 'symbol') continue;
    const closing = closings[text];
    if (closing !== undefined) open.push({ closing, from, to });
    else if (')]}'.includes(text)) {
      const match = open.findLastIndex((each) => each.closing === text);
      if (match === -1)
        faults.push({
          from,
          to,
          severity: 'error',
          message: t('Nothing opens this bracket.'),
          mends: [{ label: t('Remove it'), from, to, insert: '' }],
        });
      else faults.push(...open.splice(match).slice(1).map(unclosed));
    }
  }
  return [...faults, ...open.map(unclosed)].toSorted((one, other) => one.from - other.from);
}

const plainSigns: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u00A0': ' ',
  '\u2013': '-',
  '\u2212': '-',
  '\uFF0C': ',',
};

/** Signs that word processors put in the place of those of SQL. */
function strangeSigns({ tokens }: Fragment): readonly Fault[] {
  return tokens.flatMap(({ kind, text, from, to }): readonly Fault[] => {
    const plain = kind === 'symbol' ? plainSigns[text] : undefined;
    if (plain === undefined) return [];
    const message =
      plain === ' ' ? t('This is a space that databases do not read.') : t('This sign is not a part of SQL: %s', text);
    const label = plain === ' ' ? t('Write a plain space') : t('Write %s', plain);
    return [{ from, to, severity: 'error', message, mends: [{ label, from, to, insert: plain }] }];
  });
}
