import { noteWants, type Catalog, type Want } from './catalog.ts';
import type { AssistDialect } from './dialects.ts';
import * as words from './keywords.ts';
import type { Parsed, Source } from './model.ts';
import {
  columnOffers,
  groupingOffers,
  qualifiedOffers,
  resultOffers,
  sourceOffers,
  starOffers,
} from './offer-columns.ts';
import { conditionOffers, joinOffers, sharedColumns } from './offer-joins.ts';
import { functionOffer, relationOffers } from './offer-relations.ts';
import { tagOffers } from './offer-tags.ts';
import { bestFits, offerOf, rankOffers, type Offer, type RankedOffer } from './offers.ts';
import { placeAt, tagAt, type Place } from './place.ts';
import { parseFragment } from './query.ts';
import { columnsOf, usingNames } from './resolve.ts';
import { fragmentAt, type Fragment, type Script } from './script.ts';
import { isRound, isWord, type Node } from './tree.ts';
import { writeTyped } from './writing.ts';

export type Offered = {
  /** What is replaced. */
  readonly from: number;
  readonly to: number;
  readonly offers: readonly RankedOffer[];
  /** With these at hand more could be offered. */
  readonly wants: readonly Want[];
};

type Asking = {
  readonly place: Place;
  readonly catalog: Catalog;
  readonly dialect: AssistDialect;
  readonly fragment: Fragment;
};

/**
 * What can be written at a place of a script. Of what is not at hand of the database it tells what it wants; everything
 * else is offered meanwhile.
 *
 * @param isAsked  somebody asked for it: without, nothing is offered before the first letter, but behind a dot
 */
export function completeAt(script: Script, at: number, known: Catalog, isAsked: boolean): Offered | null {
  const { fragment, at: base } = fragmentAt(script, at);
  const parsed = parseFragment(fragment);
  const tag = tagAt(parsed, at - base);
  const { catalog, wants } = noteWants(known);
  if (tag) return inTag(tag, base, catalog);
  const place = placeAt(parsed, at - base);
  if (place === null) return null;
  const { typed, qualifier } = place;
  const isBegun = typed.text !== '' || typed.quote !== '' || qualifier.length > 0;
  if (!isBegun && !isAsked && !isInviting(place)) return null;
  const offers = rankOffers(typed.text, offersAt({ place, catalog, dialect: script.dialect, fragment }, parsed));
  return { from: base + typed.from, to: base + typed.to, offers, wants };
}

function inTag(tag: NonNullable<ReturnType<typeof tagAt>>, base: number, catalog: Catalog): Offered {
  const typed = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(tag.inside)?.[0] ?? '';
  const at = base + tag.at;
  return { from: at - typed.length, to: at, offers: rankOffers(typed, tagOffers(tag.inside, catalog)), wants: [] };
}

/** Behind FROM, JOIN and ON the list comes by itself: what goes there is a matter of choosing. */
function isInviting({ expected, level }: Place): boolean {
  const before = level.nodes[level.index - 1];
  return (
    (expected === 'relation' && (!isWord(before) || isWord(before, 'JOIN'))) ||
    (expected === 'operand' && isWord(before, 'ON')) ||
    expected === 'using'
  );
}

function offersAt(asking: Asking, parsed: Parsed): readonly Offer[] {
  const { place, catalog, dialect } = asking;
  const inCase = caseOf(parsed);
  const keywords = (list: readonly string[], boost = 0) =>
    list.map((word, at) => keywordOffer(word, inCase, boost - at * 0.5));
  switch (place.expected) {
    case 'nothing':
      return place.qualifier.length > 0 ? qualifiedOffers(place, catalog, dialect) : [];
    case 'statement':
      return [...keywords(words.wordsOfStatement(dialect), 20), ...snippetOffers(catalog), ...keywords(verbWords, -20)];
    case 'query':
      return [...keywords(words.wordsOfQuery(dialect), 20), ...snippetOffers(catalog)];
    case 'relation':
      return [
        ...(isJoining(place) ? joinOffers(place, catalog, dialect) : []),
        ...relationOffers(place, catalog, dialect),
        ...(place.level.isEmptyBracket ? keywords(words.wordsOfQuery(dialect), 30) : []),
        ...keywords(['LATERAL'], -60),
      ];
    case 'after-relation':
      return afterRelation(asking, keywords);
    case 'join-word':
      return keywords(['JOIN', 'OUTER JOIN', 'LATERAL']);
    case 'operand':
      return operandOffers(asking, keywords);
    case 'operator':
      return keywords([
        ...caseWords(place),
        ...behindCall(place),
        ...words.wordsAfter(place.clause?.kind ?? 'select', dialect),
      ]);
    case 'is-what':
      return keywords(words.wordsOfIs);
    case 'not-what':
      return keywords(words.wordsOfNot);
    case 'type':
      return words.typesOf(dialect).map((label, at) => offerOf({ label, kind: 'type', boost: -at * 0.5 }));
    case 'using':
      return usingOffers(asking);
    case 'target-column':
      return targetOffers(asking);
    case 'window':
      return keywords(words.wordsOfWindow);
    case 'filter':
      return keywords(['WHERE']);
    case 'date-part':
      return keywords(words.dateParts);
    case 'after-cte':
      return keywords(['SELECT', 'INSERT INTO', 'UPDATE', 'DELETE FROM', ...(dialect.startsWithFrom ? ['FROM'] : [])]);
    case 'as':
      return keywords(['AS']);
  }
}

const verbWords = ['INTO', 'TABLE', 'VIEW', 'AS', 'IF EXISTS', 'IF NOT EXISTS', 'ANALYZE', 'OR REPLACE'];

function isJoining({ level, qualifier }: Place): boolean {
  return isWord(level.nodes[level.index - 1], 'JOIN') && qualifier.length === 0;
}

function keywordOffer(word: string, inCase: (word: string) => string, boost: number): Offer {
  const help = words.keywordHelp(word);
  return offerOf({
    label: inCase(word),
    kind: 'keyword',
    subject: help ? { kind: 'keyword', word } : null,
    boost,
  });
}

function snippetOffers({ snippets }: Catalog): readonly Offer[] {
  return snippets.map((snippet) =>
    offerOf({
      label: snippet.name,
      kind: 'snippet',
      insert: snippet.sql,
      detail: snippet.description === '' ? null : snippet.description,
      subject: { kind: 'snippet', snippet },
      boost: 10,
    }),
  );
}

type Keywords = (list: readonly string[], boost?: number) => readonly Offer[];

function afterRelation({ place, catalog, dialect, fragment }: Asking, keywords: Keywords): readonly Offer[] {
  const { source, block, clause } = place;
  const isOpen = source !== null && waitsForCondition(source);
  const conditions = isOpen && block ? conditionOffers(source, block, catalog, dialect) : [];
  const on = keywords(['ON'])[0]?.label ?? 'ON';
  const words1 = words
    .wordsAfter(clause?.kind ?? 'from', dialect)
    .filter((word) => isOpen || (word !== 'ON' && word !== 'USING'));
  const list = isOpen ? ['ON', 'USING', ...words1.filter((word) => word !== 'ON' && word !== 'USING')] : words1;
  return [
    ...conditions.map((offer) => ({ ...offer, label: `${on} ${offer.label}`, insert: `${on} ${offer.insert}` })),
    ...keywords(list, 10),
    ...(fragment.text.length > 0 && clause?.kind === 'insert'
      ? [offerOf({ label: '(', kind: 'keyword', insert: '(${})', hasFields: true, boost: -50 })]
      : []),
  ];
}

function waitsForCondition({ join }: Source): boolean {
  return join !== null && join.takesCondition && join.on === null && join.using === null;
}

function operandOffers(asking: Asking, keywords: Keywords): readonly Offer[] {
  const { place, catalog, dialect, fragment } = asking;
  const { source, block, level, typed } = place;
  if (place.qualifier.length > 0) return qualifiedOffers(place, catalog, dialect);
  const isCondition = source !== null && block !== null && isWord(level.nodes[level.index - 1], 'ON');
  const columns = columnOffers(place, catalog, dialect);
  if (typed.quote !== '') return [...columns, ...resultOffers(place, dialect)];
  return [
    ...(isCondition ? conditionOffers(source, block, catalog, dialect) : []),
    ...groupingOffers(place, catalog, fragment.text),
    ...resultOffers(place, dialect),
    ...columns,
    ...sourceOffers(place, dialect),
    ...starOffers(place, catalog, dialect),
    ...bestFits(typed.text, [...catalog.functions.values()], ({ name }) => name)
      .filter(({ kind }) => kind !== 'table')
      .map((entry) => functionOffer(entry.name, entry, 0)),
    ...keywords([...caseWords(place), ...words.wordsOfOperand, ...(isSelectStart(place) ? ['DISTINCT'] : [])], -5),
    ...(level.isEmptyBracket ? keywords(words.wordsOfQuery(dialect), 5) : []),
    // A clause may go on without what was expected: SELECT with nothing before FROM.
    ...keywords(words.wordsAfter(place.clause?.kind ?? 'select', dialect), -80),
    ...parameterOffers(catalog),
    ...catalog.macros.map((macro) =>
      offerOf({
        label: macro.name,
        kind: 'macro',
        insert: `\\{\\{ ${macro.call} \\}\\}`,
        hasFields: true,
        detail: macro.description,
        subject: { kind: 'macro', macro },
        boost: -60,
      }),
    ),
  ];
}

function parameterOffers({ parameters }: Catalog): readonly Offer[] {
  return [...parameters].map(([name, value]) =>
    offerOf({
      label: `{{ ${name} }}`,
      kind: 'parameter',
      detail: value,
      subject: { kind: 'parameter', name, value },
      boost: -10,
    }),
  );
}

function isSelectStart({ clause, level }: Place): boolean {
  return (clause?.kind === 'select' && level.index === 0 && !level.group) || isWord(level.caller, 'COUNT');
}

/** WHEN, THEN, ELSE and END while a CASE is open. */
function caseWords({ level: { nodes, index } }: Place): readonly string[] {
  const open = nodes
    .slice(0, index)
    .reduce((depth, node) => depth + (isWord(node, 'CASE') ? 1 : isWord(node, 'END') ? -1 : 0), 0);
  return open > 0 ? words.wordsOfCase : [];
}

/** OVER and FILTER behind a call. */
function behindCall({ level: { nodes, index } }: Place): readonly string[] {
  return isCall(nodes, index - 1) ? ['OVER', 'FILTER'] : [];
}

function isCall(nodes: readonly Node[], at: number): boolean {
  return isRound(nodes[at]) && nodes[at - 1]?.kind === 'word';
}

function usingOffers({ place, catalog, dialect }: Asking): readonly Offer[] {
  const { source, block, typed, level } = place;
  if (source === null || block === null) return [];
  const given = level.group ? usingNames(level.group).map((name) => name.toLowerCase()) : [];
  return sharedColumns(source, block, catalog)
    .filter(({ name }) => !given.includes(name.toLowerCase()))
    .map((column) =>
      offerOf({
        label: column.name,
        kind: 'column',
        insert: writeTyped(column.name, typed.quote, dialect),
        detail: column.type,
        subject: { kind: 'column', column, of: null },
        boost: /id$|key$/i.test(column.name) ? 50 : 0,
      }),
    );
}

/** The columns that INSERT fills. */
function targetOffers({ place, catalog, dialect }: Asking): readonly Offer[] {
  const { block, typed } = place;
  const [target] = block?.sources ?? [];
  if (!block || !target) return [];
  return columnsOf(target, block, catalog).columns.map((column) =>
    offerOf({
      label: column.name,
      kind: 'column',
      insert: writeTyped(column.name, typed.quote, dialect),
      detail: column.type,
      subject: { kind: 'column', column, of: null },
    }),
  );
}

/** Words are offered in the letters that the statement has: capitals unless most of its words are small. */
function caseOf({ fragment }: Parsed): (word: string) => string {
  let small = 0;
  let capital = 0;
  for (const { kind, text, from, to } of fragment.tokens.slice(0, 200)) {
    if (kind !== 'word' || !styled.has(text)) continue;
    if (fragment.text.slice(from, to) === text) capital += 1;
    else small += 1;
  }
  return small > capital ? (word) => word.toLowerCase() : (word) => word;
}

const styled = new Set([
  'SELECT',
  'FROM',
  'WHERE',
  'AND',
  'ON',
  'JOIN',
  'GROUP',
  'ORDER',
  'BY',
  'AS',
  'WITH',
  'LIMIT',
  'CASE',
  'OR',
  'IN',
  'IS',
  'NOT',
  'NULL',
]);
