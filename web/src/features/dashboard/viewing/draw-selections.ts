import type { CrossFilterScope } from '@tessera/core/native-filters/cross-filters';
import { readerTranslator } from '@tessera/core/messages';
import { drawSvg } from '@tessera/viz/draw-svg';
import type { ChartInput, Shown } from '../../../chart/use-chart.ts';
import type { RowsInFile } from './rows-in-file.ts';
import {
  inputWith,
  MAX_LETTERS,
  planSelections,
  type CardInFile,
  type PlannedChoice,
  type SelectionsInFile,
  type Variant,
} from './selections-in-file.ts';

type Around = {
  /** Null where there is no answer. */
  readonly ask: (input: ChartInput) => Promise<Shown | null>;
  /** The rows that go with an answer. */
  readonly rows: (shown: Shown, input: ChartInput) => Promise<readonly RowsInFile[]>;
  readonly onProgress: (progress: { readonly done: number; readonly all: number }) => void;
};

/** So many choices are asked for at a time; each asks all charts that it reaches. */
const TOGETHER = 3;

/**
 * What the charts of a file show for everything that can be selected in it. A choice of which a chart has no answer is
 * left out, and so are those that come once the file is large.
 */
export async function drawSelections(
  cards: readonly CardInFile[],
  scopes: ReadonlyMap<number, CrossFilterScope>,
  around: Around,
): Promise<SelectionsInFile> {
  const planned = planSelections(cards, scopes);
  const drawn: { readonly choice: PlannedChoice; readonly variants: readonly Variant[] }[] = [];
  let letters = 0;
  for (let at = 0; at < planned.length && letters < MAX_LETTERS; at += TOGETHER) {
    around.onProgress({ done: at, all: planned.length });
    const some = planned.slice(at, at + TOGETHER);
    for (const [index, variants] of (await Promise.all(some.map((choice) => drawChoice(choice, around)))).entries()) {
      const choice = some[index];
      if (choice === undefined || variants === null) continue;
      letters += variants.reduce((sum, { svg }) => sum + svg.length, 0);
      drawn.push({ choice, variants });
    }
  }
  return {
    choices: drawn.map(({ choice: { id, componentId, label } }) => ({ id, componentId, label })),
    variants: drawn.flatMap(({ variants }) => variants),
  };
}

async function drawChoice(choice: PlannedChoice, { ask, rows }: Around): Promise<readonly Variant[] | null> {
  const variants = await Promise.all(
    choice.reached.map(async (card): Promise<Variant | null> => {
      const input = inputWith(card, choice);
      const shown = await ask(input);
      if (shown === null) return null;
      const { context } = card.drawn;
      return {
        choiceId: choice.id,
        componentId: card.componentId,
        svg: await drawSvg(shown.loaded.viz, shown.results, shown.form, context, readerTranslator()),
        rows: await rows(shown, input),
      };
    }),
  );
  return variants.every((one) => one !== null) ? variants : null;
}
