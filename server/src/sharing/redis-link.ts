import { randomUUID } from 'node:crypto';
import { bindAll } from '../bind-all.ts';
import { createComplaint, createPresence, type Tell } from '../presence.ts';
import { createRedisClient, type RedisClientOptions, type RedisTimes } from '../redis-client.ts';

/** What a script answers: texts and bytes as bytes. */
export type Reply = null | number | Buffer | readonly Reply[];

/**
 * What servers tell each other. It only wakes: whoever hears it looks at what is there, so a lost or forged word does
 * no harm.
 */
export type Word = { readonly kind: 'renewed' | 'ended' | 'granted' | 'changed'; readonly about: string };

/** One Redis that several servers of an installation share. While it is away every server uses its own memory. */
export type RedisLink = {
  /** Tells this server from the others. */
  readonly server: string;
  readonly isUp: () => boolean;
  /** For how long it has been back after it was away, in milliseconds; infinite while it never was. */
  readonly backForMs: () => number;
  /** The name of a key; those of other installations and programs begin otherwise. */
  readonly key: (...parts: readonly string[]) => string;
  /** Where words are published: scripts publish there with `wordOf`. */
  readonly channel: string;
  readonly wordOf: (word: Word) => string;
  /** Run a script at once and undivided. `undefined`: Redis is away, silent, or holds something else under the keys. */
  readonly run: (
    script: string,
    keys: readonly string[],
    values: readonly (string | number | Buffer)[],
  ) => Promise<Reply | undefined>;
  readonly tell: (word: Word) => void;
  /** Hear the words of other servers, and of this one that a run has ended. @returns ends it */
  readonly hear: (kind: Word['kind'], listener: (about: string) => void) => () => void;
  /** Called when it goes away (`false`) and comes back. */
  readonly onChange: (listener: (isUp: boolean) => void) => void;
  readonly close: () => Promise<void>;
};

type Options = Partial<Omit<RedisTimes, 'waitMs' | 'deadMs'>> & {
  /** Separates installations that use one Redis; nobody else can guess it. */
  readonly installation: string;
  /** Reported by words alone: errors of the client carry the password that it sent. */
  readonly tell: Tell;
  /** No answer is larger. */
  readonly maxReplyBytes?: number;
};

const ANSWER_MS = 1500;
const RETRY_MS = 500;
const READY_MS = 10_000;
const MAX_REPLY_BYTES = 64 * 1024 * 1024;
/** The kernel looks after a connection that is quiet for so long: that of the words mostly is. */
const KEEP_ALIVE_MS = 10_000;

type LinkState = {
  readonly commands: ReturnType<typeof createRedisClient>;
  readonly words: ReturnType<typeof createRedisClient>;
  readonly server: ReturnType<typeof randomUUID>;
  readonly prefix: string;
  readonly channel: string;
  readonly presence: ReturnType<typeof createPresence>;
  readonly complain: ReturnType<typeof createComplaint>;
  readonly listeners: Map<Word['kind'], Set<(about: string) => void>>;
  readonly watchers: ((isUp: boolean) => void)[];
  up: boolean;
  wasAway: boolean;
  backAtMs: number;
  closed: boolean;
};

/** @param url `redis://…` */
export function createRedisLink(
  url: string,
  {
    installation,
    tell,
    answerMs = ANSWER_MS,
    retryMs = RETRY_MS,
    readyMs = READY_MS,
    maxReplyBytes = MAX_REPLY_BYTES,
    ...reported
  }: Options,
): RedisLink {
  const options = clientOptions({ answerMs, retryMs, readyMs });
  const commands = createRedisClient(url, { ...options, maxReplyBytes });
  const words = createRedisClient(url, options);
  const server = randomUUID();
  const prefix = `tessera:${installation}`;
  const channel = `${prefix}:words`;
  const listeners = new Map<Word['kind'], Set<(about: string) => void>>();
  for (const client of [commands, words])
    client.on('error', (error: unknown) => (client === commands ? setUp(link, false, error) : undefined));
  commands.on('ready', () => setUp(link, true)).on('close', () => setUp(link, false));
  // without words servers look again by themselves
  words.on('ready', () => void words.subscribe(channel).catch(() => undefined));
  words.on('message', (_, text: string) => {
    const word = readWord(text);
    // The end of a run matters to whoever waits, here as well.
    if (word && (word.from !== server || word.kind === 'ended'))
      for (const listener of listeners.get(word.kind) ?? []) listener(word.about);
  });
  for (const client of [commands, words]) client.connect().catch(() => undefined);
  const link: LinkState = {
    commands,
    words,
    server,
    prefix,
    channel,
    presence: createPresence({
      here: 'results, quotas and places are shared through Redis',
      away: 'Redis is away; this server goes on by itself',
      tell,
      times: reported,
    }),
    complain: createComplaint(tell),
    listeners,
    watchers: [],
    up: false,
    wasAway: false,
    backAtMs: -Infinity,
    closed: false,
  };
  return {
    ...bindAll(link, { wordOf, run, isUp, backForMs, key, tell: tellOthers, hear, onChange, close }),
    server,
    channel,
  };
}

/**
 * Nobody waits for a Redis that is away: each caller has a way without it. What the client would send again by itself
 * on a connection that has just gone, nobody would catch, and the process would end.
 */
function clientOptions({
  answerMs,
  retryMs,
  readyMs,
}: Pick<RedisTimes, 'answerMs' | 'retryMs' | 'readyMs'>): RedisClientOptions {
  return {
    lazyConnect: true,
    keepAlive: KEEP_ALIVE_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    connectTimeout: answerMs,
    readyMs,
    commandTimeout: answerMs,
    retryStrategy: () => retryMs,
  };
}

function setUp(link: LinkState, isUp: boolean, error?: unknown): void {
  if (!isUp) link.wasAway = true;
  if (link.closed) return;
  link.presence.note(isUp, error instanceof Error ? error.message : link.up ? 'the connection was closed' : undefined);
  if (link.up === isUp) return;
  link.up = isUp;
  if (isUp && link.wasAway) link.backAtMs = performance.now();
  for (const watcher of link.watchers) watcher(isUp);
}

function wordOf(link: LinkState, word: Word): string {
  return JSON.stringify({ ...word, from: link.server });
}

async function run(
  link: LinkState,
  script: string,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
): Promise<Reply | undefined> {
  if (!link.up) return undefined;
  try {
    return (await link.commands.callBuffer('EVAL', script, keys.length, ...keys, ...values)) as Reply;
  } catch (error) {
    // A refusal is an answer. No reply is none, and a connection that does not respond looks whole: only a new one
    // tells.
    if (error instanceof Error && error.name === 'ReplyError')
      link.complain(`Redis refused what was asked: ${error.message}`);
    else if (link.up) {
      setUp(link, false, error);
      for (const client of [link.commands, link.words]) client.disconnect(true);
    }
    return undefined;
  }
}

function isUp(link: LinkState) {
  return link.up;
}

function backForMs(link: LinkState) {
  return performance.now() - link.backAtMs;
}

function key(link: LinkState, ...parts: readonly string[]) {
  return [link.prefix, ...parts].join(':');
}

function tellOthers(link: LinkState, word: Word) {
  if (link.up) link.commands.publish(link.channel, wordOf(link, word)).catch(() => undefined); // it only wakes
}

function hear(link: LinkState, kind: 'renewed' | 'ended' | 'granted' | 'changed', listener: (about: string) => void) {
  const present = link.listeners.get(kind) ?? new Set();
  link.listeners.set(kind, present.add(listener));
  return () => void present.delete(listener);
}

function onChange(link: LinkState, listener: (isUp: boolean) => void) {
  return void link.watchers.push(listener);
}

async function close(link: LinkState) {
  link.closed = true;
  link.up = false;
  link.presence.close();
  link.commands.disconnect();
  link.words.disconnect();
}

/** Null for what others may have published there. */
function readWord(text: string): (Word & { readonly from: string }) | null {
  try {
    const word: unknown = JSON.parse(text);
    if (typeof word !== 'object' || word === null || !('kind' in word) || !('about' in word) || !('from' in word))
      return null;
    const { kind, about, from } = word;
    if (typeof about !== 'string' || typeof from !== 'string') return null;
    return kind === 'renewed' || kind === 'ended' || kind === 'granted' || kind === 'changed'
      ? { kind, about, from }
      : null;
  } catch {
    return null;
  }
}

/** A text of a reply; empty for everything else. */
export function textOf(reply: Reply | undefined): string {
  return Buffer.isBuffer(reply) ? reply.toString('utf8') : '';
}
