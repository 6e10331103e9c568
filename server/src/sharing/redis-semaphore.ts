import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import type { Waiters } from '../engines/admission/waiters.ts';
import { createSemaphore, placesIn, waitsIn, type Semaphore, type Line } from '../engines/admission/semaphore.ts';
import { textOf, type RedisLink } from './redis-link.ts';

type Needs = {
  readonly link: RedisLink;
  /** What is entered: one name, one queue for all servers. */
  readonly name: string;
  readonly places: number;
  readonly times?: Partial<typeof defaultTimes>;
};
const defaultTimes = {
  /** Tickets of a server that was silent for so long are void. */
  leaseMs: 6000,
  /** How often a server says that its tickets hold. */
  signMs: 1500,
  /**
   * How long nobody is let in after Redis was away for all: every server comes back within that time, and tells who is
   * in there.
   */
  gatherMs: 1500,
};

type Ticket = { readonly fairnessKey: string; readonly waiters: Waiters | undefined; isIn: boolean; admit: () => void };
/** What a script answers: own tickets that are in, and the whole queue. */
type State = {
  /** Milliseconds until anybody is let in. */ readonly wait: number;
  readonly mine: readonly string[];
  readonly running: number;
  readonly lines: readonly (Line & {
    /** Those of this server by their tokens, the others as empty texts; for a look alone. */
    readonly tokens?: readonly string[];
  })[];
};

/**
 * One step at the gate, whole or not at all, by the clock of Redis: tickets whose server fell silent go, one comes or
 * leaves, and the free places are given to the turns one after the other. Tickets that Redis has forgotten come again
 * with their server, and none is given before. A server that comes back while another one's tickets hold was away
 * alone: Redis has forgotten nothing.
 */
const STEP =
  `
local op, places, lease, server, gather = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[7])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local text = redis.pcall('GET', KEYS[1])
local isRead, state = pcall(cjson.decode, type(text) == 'string' and text or '')
if not isRead or type(state) ~= 'table' or type(state.tickets) ~= 'table' or type(state.turns) ~= 'table' or ` +
  `type(state.count) ~= 'number' then
  state = { count = 0, tickets = {}, turns = {} }
end
local opens = tonumber(state.opens) or 0
if opens > now + lease then opens = 0 end
local isAlone = true
local told = cjson.decode(ARGV[5])
local named = {}
for _, ticket in ipairs(told) do named[ticket.token] = ticket end
local tickets = {}
for _, ticket in ipairs(state.tickets) do
  local own = named[ticket.token]
  if own then
    named[ticket.token] = nil
    ticket.till = now + lease
    if own.isIn then ticket.isIn = true end
  end
  if ticket.till > now and ticket.server ~= server then isAlone = false end
  if ticket.till > now and not (own and op == 'leave') then table.insert(tickets, ticket) end
end
if gather > 0 and isAlone then opens = math.max(opens, now + gather) end
if op ~= 'leave' then
  for _, ticket in ipairs(told) do
    if named[ticket.token] then table.insert(tickets, { token = ticket.token, turn = ticket.turn, isIn = ` +
  `ticket.isIn, server = server, till = now + lease }) end
  end
end
local running, waits = 0, {}
for _, ticket in ipairs(tickets) do
  if ticket.isIn then running = running + 1
  else
    if not waits[ticket.turn] then waits[ticket.turn] = {} end
    table.insert(waits[ticket.turn], ticket)
    if not state.turns[ticket.turn] then
      state.count = state.count + 1
      state.turns[ticket.turn] = state.count
    end
  end
end
while running < places and now >= opens do
  local first
  for turn, line in pairs(waits) do
    if #line > 0 and (not first or state.turns[turn] < state.turns[first]) then first = turn end
  end
  if not first then break end
  local ticket = table.remove(waits[first], 1)
  ticket.isIn = true
  running = running + 1
  state.count = state.count + 1
  state.turns[first] = state.count
  if ticket.server ~= server then redis.call('PUBLISH', ARGV[6], cjson.encode({ kind = 'granted', about = ` +
  `ticket.token, from = server })) end
end
local lines, mine, turns = {}, {}, {}
for turn, line in pairs(waits) do
  if #line > 0 then
    turns[turn] = state.turns[turn]
    local tokens
    if op == 'look' then
      tokens = {}
      for _, ticket in ipairs(line) do table.insert(tokens, ticket.server == server and ticket.token or '') end
    end
    table.insert(lines, { turn = turn, length = #line, tokens = tokens })
  end
end
table.sort(lines, function(a, b) return turns[a.turn] < turns[b.turn] end)
for _, ticket in ipairs(tickets) do
  if ticket.isIn and ticket.server == server then table.insert(mine, ticket.token) end
end
if #tickets == 0 and now >= opens then redis.call('DEL', KEYS[1])
else redis.call('SET', KEYS[1], cjson.encode({ count = state.count, tickets = tickets, turns = turns, opens = ` +
  `opens }), 'PX', lease * 10) end
return cjson.encode({ wait = math.max(0, opens - now), mine = mine, running = running, lines = lines })`;

/** A gate for all servers together. While Redis is away each server lets in as many by itself. */
export function createRedisSemaphore({ link, name, places, times: given }: Needs): Semaphore {
  const times = { ...defaultTimes, ...given };
  const own = createSemaphore(places);
  const tickets = new Map<string, Ticket>();
  const key = link.key('gate', name);
  let change = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let opening: NodeJS.Timeout | null = null;

  link.onChange((isUp) => {
    const changed = change;
    change = new AbortController();
    changed.abort();
    if (isUp && tickets.size > 0) void step('sign', [...tickets.keys()]);
  });
  link.hear('granted', (token) => (tickets.get(token)?.isIn === false ? void step('sign', [token]) : undefined));

  async function step(op: 'sign' | 'leave' | 'look', tokens: readonly string[]): Promise<State | null> {
    const told = tokens.map((token) => ({
      token,
      fairnessKey: tickets.get(token)?.fairnessKey ?? '',
      isIn: tickets.get(token)?.isIn === true,
    }));
    const reply = await link.run(
      STEP,
      [key],
      [
        op,
        places,
        times.leaseMs,
        link.server,
        JSON.stringify(told),
        link.channel,
        Math.max(0, Math.ceil(times.gatherMs - link.backForMs())),
      ],
    );
    const state = readState(textOf(reply));
    for (const token of state?.mine ?? []) tickets.get(token)?.admit();
    if (state && state.wait > 0) signWhenOpen(state.wait);
    return state;
  }

  function signWhenOpen(ms: number): void {
    opening ??= setTimeout(() => {
      opening = null;
      if (tickets.size > 0) void step('sign', [...tickets.keys()]);
    }, ms + 1).unref();
  }

  function hold(token: string, ticket: Ticket): void {
    tickets.set(token, ticket);
    timer ??= setInterval(() => void step('sign', [...tickets.keys()]), times.signMs).unref();
  }

  function drop(token: string): void {
    tickets.delete(token);
    void step('leave', [token]);
    if (tickets.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  /**
   * Wait for a place in Redis: given, given up (by the one who waits, or because Redis went away), or refused by Redis.
   */
  async function enterShared(
    token: string,
    fairnessKey: string,
    signal: AbortSignal,
    waiters: Waiters | undefined,
  ): Promise<'in' | 'given up' | 'refused'> {
    const gone = change.signal;
    const stop = AbortSignal.any([signal, gone]);
    const admitted = new Promise<'in' | 'given up'>((resolve) => {
      const ticket: Ticket = {
        fairnessKey,
        waiters,
        isIn: false,
        admit: () => {
          if (ticket.isIn) return;
          ticket.isIn = true;
          resolve('in');
        },
      };
      hold(token, ticket);
      stop.addEventListener('abort', () => resolve('given up'), { once: true });
    });
    if ((await step('sign', [token])) === null) return link.isUp() ? 'refused' : 'given up';
    return admitted;
  }

  async function enter(fairnessKey: string, signal: AbortSignal, waiters?: Waiters): Promise<() => void> {
    for (;;) {
      if (signal.aborted) throw new AppError('query_cancelled', {});
      const token = randomUUID();
      if (link.isUp()) {
        const how = await enterShared(token, fairnessKey, signal, waiters);
        if (how === 'in' && !signal.aborted) return leave(token, own.occupy());
        drop(token);
        if (how !== 'refused') continue;
      }
      const back = change.signal;
      try {
        const leaveOwn = await own.enter(fairnessKey, AbortSignal.any([signal, back]), waiters);
        // Counts for the others as soon as they can be told; Redis may have come back this moment.
        hold(token, { fairnessKey, waiters, isIn: true, admit: () => undefined });
        void step('sign', [token]);
        return leave(token, leaveOwn);
      } catch (error) {
        if (signal.aborted || !back.aborted) throw error;
      }
    }
  }

  function leave(token: string, leaveOwn: () => void): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leaveOwn();
      drop(token);
    };
  }

  return {
    enter,
    running: own.running,
    waiting: () => own.waiting() + [...tickets.values()].filter(({ isIn }) => !isIn).length,
    look: async (fairnessKey) => {
      const state = link.isUp() ? await step('look', []) : null;
      if (!state) return own.look(fairnessKey);
      const lines = state.lines.map((line) => ({
        ...line,
        waiters: (line.tokens ?? []).map((token) => tickets.get(token)?.waiters),
      }));
      return {
        running: state.running,
        waiting: lines.reduce((sum, { length }) => sum + length, 0),
        places: placesIn(lines, fairnessKey),
        waits: waitsIn(lines, fairnessKey),
      };
    },
  };
}

/** Empty lists of a script look like empty objects. */
function readState(text: string): State | null {
  if (text === '') return null;
  const { wait, mine, running, lines } = JSON.parse(text) as {
    wait: number;
    mine: unknown;
    running: number;
    lines: unknown;
  };
  return {
    wait,
    running,
    mine: Array.isArray(mine) ? (mine as string[]) : [],
    lines: Array.isArray(lines) ? (lines as Line[]) : [],
  };
}
