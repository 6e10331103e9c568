import {
  autocompletion,
  closeCompletion,
  insertCompletionText,
  pickedCompletion,
  selectedCompletion,
  snippet,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import type { Offered } from '@tessera/query/sql-assist/complete';
import type { RankedOffer, Subject } from '@tessera/query/sql-assist/offers';
import { descriptionPane } from './description-pane.ts';
import { helpNow, loadHelp } from './load-help.ts';
import { mendResult } from './mend-list.ts';
import { askAndLoad, type SqlContext } from './sql-context.ts';

/** How long after a key the list is made, in ms. */
const DELAY_MS = 10;

/** The list of what can be written, with what is known of each beside it; mends of a mistake come in it, too. */
export function sqlCompletion(context: SqlContext): Extension {
  return [
    Prec.highest(keymap.of([{ key: 'Enter', run: leaveWhatIsWritten }])),
    autocompletion({
      override: [async (asked) => mendResult(asked.state) ?? (await resultAt(asked, context))],
      activateOnTypingDelay: DELAY_MS,
      interactionDelay: 0,
      icons: false,
      maxRenderedOptions: 100,
      addToOptions: [{ position: 20, render: kindMark }],
      optionClass: ({ type }) => `cm-offer-${type ?? 'other'}`,
    }),
  ];
}

/** What an option of a list writes. */
const offers = new WeakMap<Completion, RankedOffer>();

/** Where the word stands there already Enter is a line end: nobody who has written `desc` waits to be given it. */
function leaveWhatIsWritten(view: EditorView): boolean {
  const option = selectedCompletion(view.state);
  const offer = option && offers.get(option);
  const { main } = view.state.selection;
  if (!offer || !main.empty || offer.hasFields || offer.insert.trim() === '') return false;
  const { insert } = offer;
  const written = view.state.sliceDoc(Math.max(0, main.head - insert.length), main.head);
  if (written.toLowerCase() === insert.toLowerCase()) closeCompletion(view);
  return false;
}

async function resultAt(asked: CompletionContext, context: SqlContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = asked;
  const script = context.script(state);
  const { completeAt } = await loadHelp();
  const offered = await askAndLoad(context.catalog(), (catalog) => completeAt(script, pos, catalog, explicit));
  // Whoever has left the text meanwhile wants none of it.
  const isLeft = asked.view !== undefined && !asked.view.hasFocus;
  return offered === null || asked.aborted || isLeft ? null : resultOf(offered, context);
}

function resultOf(offered: Offered, context: SqlContext): CompletionResult | null {
  if (offered.offers.length === 0) return null;
  const ranges = new Map<Completion, RankedOffer>();
  const options = offered.offers.map((offer): Completion => {
    const option = optionOf(offer, context);
    ranges.set(option, offer);
    return option;
  });
  return {
    from: offered.from,
    to: offered.to,
    options,
    filter: false,
    getMatch: (option) => ranges.get(option)?.ranges.flat() ?? [],
    // The next key asks at once; only what has to be fetched is waited for.
    update: (_current, _from, _to, asked) => {
      const script = context.script(asked.state);
      const next = helpNow()?.completeAt(script, asked.pos, context.catalog().current(), asked.explicit);
      return next == null || next.wants.length > 0 ? null : resultOf(next, context);
    },
  };
}

function optionOf(offer: RankedOffer, context: SqlContext): Completion {
  const { label, kind, detail, subject } = offer;
  const option: Completion = {
    label,
    type: kind,
    ...(detail === null ? {} : { detail }),
    apply: (view, option, from, to) => apply(view, option, offer, { from, to }),
    ...(subject === null ? {} : { info: () => infoOf(subject, context) }),
  };
  offers.set(option, offer);
  return option;
}

function apply(
  view: EditorView,
  option: Completion,
  { insert, hasFields, goesOn, kind, label }: RankedOffer,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const isCalled = kind === 'function' && view.state.sliceDoc(to, to + 1) === '(';
  if (hasFields && !isCalled) return snippet(insert)(view, option, from, to);
  const text = isCalled ? label : insert;
  view.dispatch({
    ...insertCompletionText(view.state, text, from, to),
    annotations: pickedCompletion.of(option),
  });
  if (goesOn) startCompletion(view);
}

/** Of a table its columns, which may have to be fetched first. */
async function infoOf(subject: Subject, context: SqlContext): Promise<HTMLElement | null> {
  const source = context.catalog();
  if (subject.kind === 'table' && source.current().shape(subject.table) === null)
    await source.load([{ kind: 'shape', table: subject.table }]);
  const { describeSubject } = await loadHelp();
  return descriptionPane(describeSubject(subject, source.current()));
}

const letters: Readonly<Record<string, string>> = {
  column: 'C',
  table: 'T',
  view: 'V',
  query: 'Q',
  alias: 'A',
  schema: 'S',
  keyword: 'K',
  function: 'ƒ',
  type: 't',
  join: 'J',
  snippet: '¶',
  macro: 'M',
  parameter: 'P',
  mend: '✓',
};

function kindMark({ type }: Completion): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'cm-offer-kind';
  mark.setAttribute('aria-hidden', 'true');
  mark.textContent = letters[type ?? ''] ?? '';
  return mark;
}
