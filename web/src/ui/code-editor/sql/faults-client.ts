import type { Extension } from '@codemirror/state';
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';
import { readerTranslator } from '@tessera/core/messages';
import type { Want } from '@tessera/query/sql-assist/catalog';
import type { FaultsReply, FaultsRequest } from './faults-worker.ts';
import { showProblems } from './problems.ts';
import type { CatalogSource, SqlContext } from './sql-context.ts';

/** A pause in typing after which a text is looked at, in ms. */
const PAUSE_MS = 250;

/** Marks what the text itself shows to be wrong; a worker reads it. */
export function textFaults(context: SqlContext, engine: () => string | null): Extension {
  return ViewPlugin.define((view) => {
    let worker: Worker | null = null;
    const told = createTold();
    let sent = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      sent += 1;
      // The editor is there before the code of what looks at its text.
      worker ??= begin();
      worker.postMessage(requestOf(view, { id: sent, engine: engine(), source: context.catalog(), told }));
    };
    const askSoon = (delay = PAUSE_MS) => {
      clearTimeout(timer);
      timer = setTimeout(ask, delay);
    };
    const begin = (): Worker => {
      const begun = new Worker(new URL('./faults-worker.ts', import.meta.url), { type: 'module' });
      begun.addEventListener('message', hear);
      return begun;
    };
    const hear = ({ data }: MessageEvent<FaultsReply>) => {
      // The text is another one by now, and is looked at in a moment.
      if (data.id !== sent) return;
      showProblems(
        view,
        'text',
        data.faults.map((fault) => ({ ...fault, explanation: null })),
      );
      const source = context.catalog();
      for (const want of data.wants) told.wants.set(JSON.stringify(want), want);
      if (data.wants.length > 0) void source.load(data.wants).then((isMore) => isMore && askSoon(0));
    };
    const source = context.catalog();
    const unsubscribe = source.subscribe(() => askSoon());
    askSoon(0);
    return {
      update: ({ docChanged, viewportChanged }: ViewUpdate) => {
        if (docChanged) sent += 1;
        if (docChanged || viewportChanged) askSoon();
      },
      destroy: () => {
        clearTimeout(timer);
        unsubscribe();
        worker?.terminate();
      },
    };
  });
}

/** What the worker knows. */
type Told = {
  source: CatalogSource | null;
  isLanguageKnown: boolean;
  /** What it asked for, by its own text. */
  readonly wants: Map<string, Want>;
  /** What it was given of that. */
  readonly given: Map<string, unknown>;
};

function createTold(): Told {
  return { source: null, isLanguageKnown: false, wants: new Map(), given: new Map() };
}

type Asking = {
  readonly id: number;
  readonly engine: string | null;
  readonly source: CatalogSource;
  readonly told: Told;
};

function requestOf(view: EditorView, { id, engine, source, told }: Asking): FaultsRequest {
  const isOther = told.source !== source;
  if (isOther) {
    told.source = source;
    told.wants.clear();
    told.given.clear();
  }
  const { catalogue, locale } = readerTranslator();
  const language = told.isLanguageKnown ? null : { catalogue, locale };
  told.isLanguageKnown = true;
  const { schema, schemas } = source.current();
  const { from, to } = view.viewport;
  const text = view.state.doc.toString();
  return { id, text, engine, near: { from, to }, isOther, schema, schemas, language, ...newsOf(source, told) };
}

/** What is at hand now of what it asked for, and was not with the last text. */
function newsOf(source: CatalogSource, told: Told): Pick<FaultsRequest, 'tables' | 'shapes'> {
  const catalog = source.current();
  const isNew = (key: string, found: unknown) => {
    if (found === null || told.given.get(key) === found) return false;
    told.given.set(key, found);
    return true;
  };
  const tables: FaultsRequest['tables'][number][] = [];
  const shapes: FaultsRequest['shapes'][number][] = [];
  for (const [key, want] of told.wants) {
    if (want.kind === 'shape') {
      const shape = catalog.shape(want.table);
      if (shape !== null && isNew(key, shape)) shapes.push([want.table, shape]);
    }
    if (want.kind === 'tables') {
      const entries = catalog.tables(want.schema);
      if (entries !== null && isNew(key, entries)) tables.push([want.schema, entries]);
    }
  }
  return { tables, shapes };
}
