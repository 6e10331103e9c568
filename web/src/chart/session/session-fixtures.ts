import { buildQueryObject } from '@tessera/core/build-query';
import type { RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import { createChartContext } from '@tessera/viz/shared/context';
import type { ChartDataRequest, ChartResult } from '../chart-data.ts';
import type { LoadedViz } from '../use-viz.ts';
import { createChartSession, type ChartSession } from './create-session.ts';
import type { SessionIo } from './session-io.ts';
import type { SessionInput } from './session-types.ts';

/** A chart type that asks what its form says; `broken` in a form cannot be asked. */
export function fakeViz(type: string): AnyViz {
  return {
    type,
    controls: {},
    sections: [],
    newForm: () => ({}),
    fromDataset: () => ({}),
    validate: () => ({}),
    readerControls: () => [],
    span: () => '',
    changes: () => [],
    prepare: () => null,
    buildQueries: (form, { ownState }) => {
      if (form['broken'] === true) throw new Error('This form is broken.');
      return [
        {
          ...buildQueryObject(form),
          ...(ownState['page'] === undefined ? {} : { row_offset: Number(ownState['page']) }),
        },
      ];
    },
    queryNames: [],
    again: () => null,
    notes: () => [],
    describe: () => '',
    advise: () => null,
    roles: {},
    marks: () => [],
    select: () => null,
    present: (table) => ({ table, indexNames: null, corner: '' }),
    whyEmpty: () => null,
    drawing: { kind: 'option', toOption: () => ({}), parts: () => Promise.reject(new Error('not drawn here')) },
  };
}

export function fakeLoaded(type: string): LoadedViz {
  return {
    viz: fakeViz(type),
    createContext: createChartContext,
    draw: { kind: 'option', toOption: () => ({}), parts: {} as never, Canvas: () => null },
  };
}

export function resultOf(text: string): ChartResult {
  return {
    table: { rowCount: 1, columns: new Map([['text', { name: 'text', kind: 'string', values: [text] }]]) },
    labelMap: {},
    fromMs: null,
    toMs: null,
    rowCount: 1,
    sqlRowCount: 1,
    rowLimit: null,
    isCached: false,
    isOfExtract: false,
    cachedAt: null,
    query: null,
    rejectedFilters: [],
  };
}

/** The text of the one cell of an answer. */
export function textOf(results: readonly ChartResult[] | undefined): string | null {
  const value = results?.[0]?.table.columns.get('text')?.values[0];
  return typeof value === 'string' ? value : null;
}

export const formOf = (name: string, more: RawForm = {}): RawForm => ({ columns: [name], ...more });

export const inputOf = (more: Partial<SessionInput> = {}): SessionInput => ({
  chartId: 7,
  vizType: 'table',
  form: formOf('a'),
  datasource: { id: 1, type: 'table' },
  databaseId: 3,
  dashboardId: null,
  run: 0,
  takesOld: false,
  force: false,
  isStill: false,
  enabled: true,
  whole: null,
  isAway: false,
  masks: [],
  url: {},
  timeOverride: null,
  ...more,
});

export type Request = {
  readonly asked: ChartDataRequest;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
  readonly refuse: (error: unknown) => void;
};

/** A world that a test moves by hand: requests wait for an answer, time stands still. */
export type World = {
  readonly session: ChartSession;
  readonly requests: Request[];
  readonly layers: { readonly name: string; readonly signal: AbortSignal }[];
  /** Names of requests that the queue is watched for. */
  readonly queued: Set<string>;
  readonly marks: string[];
  clock: number;
  comeBack: () => void;
  listens: boolean;
};

export function createWorld(io: Partial<SessionIo> = {}): World {
  const kept = new Map<string, { readonly value: unknown; readonly at: number }>();
  const world: Omit<World, 'session'> = {
    requests: [],
    layers: [],
    queued: new Set(),
    marks: [],
    clock: 1_000_000,
    comeBack: () => undefined,
    listens: false,
  };
  const session = createChartSession({
    now: () => world.clock,
    newName: () => 'page-1',
    definition: fakeViz,
    drawing: fakeLoaded,
    fetchData: (asked, signal) =>
      new Promise((resolve, reject) => {
        world.requests.push({ asked, signal, answer: (text) => resolve([resultOf(text)]), refuse: reject });
        // As fetch does it.
        signal.addEventListener('abort', () => reject(new DOMException('The chart was stopped.', 'AbortError')));
      }),
    fetchLayer: (_asked, { name }, signal) => {
      world.layers.push({ name, signal });
      return Promise.resolve({ columns: ['title'], records: [{ title: name }] });
    },
    checkFormula: () => Promise.resolve(),
    joinQueue: (ask) => {
      world.queued.add(ask);
      return () => world.queued.delete(ask);
    },
    kept: {
      read: (key) => kept.get(key.join()) ?? null,
      write: (key, value) => kept.set(key.join(), { value, at: world.clock }),
    },
    mark: (name) => world.marks.push(name),
    onReturn: (run) => {
      world.listens = true;
      world.comeBack = run;
      return () => (world.listens = false);
    },
    ...io,
  });
  return Object.assign(world, { session });
}

/** Let the callbacks of settled promises run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}
