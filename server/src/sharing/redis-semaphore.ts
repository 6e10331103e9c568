import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';
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
  /** Tickets of a server that did not respond for so long are void. */
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
 * One step of the semaphore, whole or not at all, by the clock of Redis: tickets whose server stopped responding go,
 * one comes or leaves, and the free places are given to the turns one after the other. Tickets that Redis has forgotten
 * come again with their server, and none is given before. A server that comes back while another one's tickets hold was
 * away alone: Redis has forgotten nothing.
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
    if named[ticket.token] then table.insert(tickets, { token = ticket.token, ` +
  `fairnessKey = ticket.fairnessKey, isIn = ticket.isIn, server = server, till = now + lease }) end
  end
end
local running, waits = 0, {}
for _, ticket in ipairs(tickets) do
  if ticket.isIn then running = running + 1
  else
    if not waits[ticket.fairnessKey] then waits[ticket.fairnessKey] = {} end
    table.insert(waits[ticket.fairnessKey], ticket)
    if not state.turns[ticket.fairnessKey] then
      state.count = state.count + 1
      state.turns[ticket.fairnessKey] = state.count
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
    table.insert(lines, { fairnessKey = turn, length = #line, tokens = tokens })
  end
end
table.sort(lines, function(a, b) return turns[a.fairnessKey] < turns[b.fairnessKey] end)
for _, ticket in ipairs(tickets) do
  if ticket.isIn and ticket.server == server then table.insert(mine, ticket.token) end
end
if #tickets == 0 and now >= opens then redis.call('DEL', KEYS[1])
else redis.call('SET', KEYS[1], cjson.encode({ count = state.count, tickets = tickets, turns = turns, opens = ` +
  `opens }), 'PX', lease * 10) end
return cjson.encode({ wait = math.max(0, opens - now), mine = mine, running = running, lines = lines })`;

type Places = Needs & {
  readonly times: { leaseMs: number; signMs: number; gatherMs: number };
  readonly own: ReturnType<typeof createSemaphore>;
  readonly tickets: Map<string, Ticket>;
  readonly key: string;
  change: AbortController;
  timer: NodeJS.Timeout | null;
  opening: NodeJS.Timeout | null;
};

/** A semaphore of all servers together. While Redis is away each server lets in as many by itself. */
export function createRedisSemaphore(needs: Needs): Semaphore {
  const tickets = new Map<string, Ticket>();
  needs.link.onChange((isUp) => {
    const changed = places.change;
    places.change = new AbortController();
    changed.abort();
    if (isUp && tickets.size > 0) void step(places, 'sign', [...tickets.keys()]);
  });
  needs.link.hear('granted', (token) =>
    tickets.get(token)?.isIn === false ? void step(places, 'sign', [token]) : undefined,
  );
  const places: Places = {
    ...needs,
    times: { ...defaultTimes, ...needs.times },
    own: createSemaphore(needs.places),
    tickets,
    key: needs.link.key('gate', needs.name),
    change: new AbortController(),
    timer: null,
    opening: null,
  };
  return {
    ...bindAll(places, { enter, waiting, look }),
    running: places.own.running,
  };
}

async function step(places: Places, op: 'sign' | 'leave' | 'look', tokens: readonly string[]): Promise<State | null> {
  const told = tokens.map((token) => ({
    token,
    fairnessKey: places.tickets.get(token)?.fairnessKey ?? '',
    isIn: places.tickets.get(token)?.isIn === true,
  }));
  const reply = await places.link.run(
    STEP,
    [places.key],
    [
      op,
      places.places,
      places.times.leaseMs,
      places.link.server,
      JSON.stringify(told),
      places.link.channel,
      Math.max(0, Math.ceil(places.times.gatherMs - places.link.backForMs())),
    ],
  );
  const state = readState(textOf(reply));
  for (const token of state?.mine ?? []) places.tickets.get(token)?.admit();
  if (state && state.wait > 0) signWhenOpen(places, state.wait);
  return state;
}

function signWhenOpen(places: Places, ms: number): void {
  places.opening ??= setTimeout(() => {
    places.opening = null;
    if (places.tickets.size > 0) void step(places, 'sign', [...places.tickets.keys()]);
  }, ms + 1).unref();
}

function hold(places: Places, token: string, ticket: Ticket): void {
  places.tickets.set(token, ticket);
  places.timer ??= setInterval(
    () => void step(places, 'sign', [...places.tickets.keys()]),
    places.times.signMs,
  ).unref();
}

function drop(places: Places, token: string): void {
  places.tickets.delete(token);
  void step(places, 'leave', [token]);
  if (places.tickets.size > 0 || !places.timer) return;
  clearInterval(places.timer);
  places.timer = null;
}

/**
 * Wait for a place in Redis: given, given up (by the one who waits, or because Redis went away), or refused by Redis.
 */
async function enterShared(
  places: Places,
  token: string,
  fairnessKey: string,
  signal: AbortSignal,
  waiters: Waiters | undefined,
): Promise<'in' | 'given up' | 'refused'> {
  const gone = places.change.signal;
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
    hold(places, token, ticket);
    stop.addEventListener('abort', () => resolve('given up'), { once: true });
  });
  if ((await step(places, 'sign', [token])) === null) return places.link.isUp() ? 'refused' : 'given up';
  return admitted;
}

async function enter(places: Places, fairnessKey: string, signal: AbortSignal, waiters?: Waiters): Promise<() => void> {
  for (;;) {
    if (signal.aborted) throw new AppError('query_cancelled', {});
    const token = randomUUID();
    if (places.link.isUp()) {
      const how = await enterShared(places, token, fairnessKey, signal, waiters);
      if (how === 'in' && !signal.aborted) return leave(places, token, places.own.occupy());
      drop(places, token);
      if (how !== 'refused') continue;
    }
    const back = places.change.signal;
    try {
      const leaveOwn = await places.own.enter(fairnessKey, AbortSignal.any([signal, back]), waiters);
      // Counts for the others as soon as they can be reported; Redis may have come back this moment.
      hold(places, token, { fairnessKey, waiters, isIn: true, admit: () => undefined });
      void step(places, 'sign', [token]);
      return leave(places, token, leaveOwn);
    } catch (error) {
      if (signal.aborted || !back.aborted) throw error;
    }
  }
}

function leave(places: Places, token: string, leaveOwn: () => void): () => void {
  let left = false;
  return () => {
    if (left) return;
    left = true;
    leaveOwn();
    drop(places, token);
  };
}

function waiting(places: Places) {
  return places.own.waiting() + [...places.tickets.values()].filter(({ isIn }) => !isIn).length;
}

async function look(places: Places, fairnessKey: string) {
  const state = places.link.isUp() ? await step(places, 'look', []) : null;
  if (!state) return places.own.look(fairnessKey);
  const lines = state.lines.map((line) => ({
    ...line,
    waiters: (line.tokens ?? []).map((token) => places.tickets.get(token)?.waiters),
  }));
  return {
    running: state.running,
    waiting: lines.reduce((sum, { length }) => sum + length, 0),
    places: placesIn(lines, fairnessKey),
    waits: waitsIn(lines, fairnessKey),
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
