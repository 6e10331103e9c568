import { dropDraft, storeDraft } from '../../../api/dashboard-desk.ts';
import { randomId } from '../../../api/random-id.ts';

/**
 * The copy that the server has of what is not saved. Each version has a name, and a write says which ones it goes on
 * from, so that two windows never write over each other. The names go with the tab: after a reload its copy is its own.
 */
export type ServerCopy = {
  /** Whether this version was made here, or goes on here. */
  readonly isMine: (token: string) => boolean;
  /** Versions that this tab goes on from. */
  readonly tokens: () => readonly string[];
  readonly goOnFrom: (tokens: readonly string[]) => void;
  /** @throws ApiError 412 where another window's copy lies there */
  readonly write: (draft: string) => Promise<void>;
  /** Remove it, unless another window has gone on since. @throws ApiError */
  readonly remove: () => Promise<void>;
};

const PREFIX = 'tessera.dashboard.draft-versions:';
/** A version whose answer was lost may lie there; more than a few of them in a row are not to be expected. */
const MAX_TOKENS = 20;

type Tools = {
  readonly newToken: () => string;
  readonly store: typeof storeDraft;
  readonly drop: typeof dropDraft;
};

const tools: Tools = { newToken: () => randomId(), store: storeDraft, drop: dropDraft };
const copies = new Map<number, ServerCopy>();

/** The one of this tab. */
export function serverCopy(id: number): ServerCopy {
  const copy = copies.get(id) ?? createServerCopy(id, tools);
  copies.set(id, copy);
  return copy;
}

export function createServerCopy(id: number, { newToken, store, drop }: Tools): ServerCopy {
  let mine = readTokens(id);
  // What is sent last is what stays.
  let sent: Promise<unknown> = Promise.resolve();
  const goOnFrom = (tokens: readonly string[]) => {
    mine = tokens.slice(0, MAX_TOKENS);
    keepTokens(id, mine);
  };
  const inTurn = (work: () => Promise<void>) => {
    const done = sent.then(work);
    sent = done.catch(() => {});
    return done;
  };
  return {
    isMine: (token) => mine.includes(token),
    tokens: () => mine,
    goOnFrom,
    write: (draft) => {
      const token = newToken();
      const over = mine;
      // Noted before it is sent: the page may end before the answer.
      goOnFrom([token, ...over]);
      return inTurn(async () => {
        await store(id, { draft, token, over: [...over] });
        if (mine[0] === token) goOnFrom([token]);
      });
    },
    remove: () => {
      const over = mine;
      if (over.length === 0) return Promise.resolve();
      goOnFrom([]);
      return inTurn(() => drop(id, over));
    },
  };
}

function readTokens(id: number): readonly string[] {
  try {
    const text = sessionStorage.getItem(PREFIX + id);
    return text === null || text === '' ? [] : text.split(' ');
  } catch {
    return [];
  }
}

function keepTokens(id: number, tokens: readonly string[]): void {
  try {
    if (tokens.length === 0) sessionStorage.removeItem(PREFIX + id);
    else sessionStorage.setItem(PREFIX + id, tokens.join(' '));
  } catch {
    // Without storage the page itself has them.
  }
}
