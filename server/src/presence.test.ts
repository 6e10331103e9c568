import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { createComplaint, createPresence, createTroubleLog } from './presence.ts';

const told: string[] = [];
const tell = (level: string, text: string): void => void told.push(`${level}: ${text}`);
const needs = { here: 'used', away: 'away', tell };
const news = (): readonly string[] => told.splice(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  told.length = 0;
});

test('[F54] what never comes is reported some seconds after the start, once a minute while it lasts', () => {
  const presence = createPresence(needs);
  presence.note(false, 'connect ECONNREFUSED');
  vi.advanceTimersByTime(2900);
  expect(news()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(news()).toEqual(['warn: away: connect ECONNREFUSED']);
  for (let minute = 1; minute <= 3; minute += 1) {
    for (let n = 0; n < 120; n += 1) {
      presence.note(false, 'connect ETIMEDOUT');
      vi.advanceTimersByTime(500);
    }
    expect(news()).toEqual([`warn: away: connect ETIMEDOUT (for ${minute * 60 + 3} s)`]);
  }
  presence.note(true);
  expect(news()).toEqual(['info: used']);
  vi.advanceTimersByTime(600_000);
  expect(news()).toEqual([]);
  presence.close();
});

test('of what nobody says anything it is reported that it is away', () => {
  const presence = createPresence(needs);
  vi.advanceTimersByTime(3000);
  expect(news()).toEqual(['warn: away: no answer']);
  presence.close();
});

test('what is there at once is reported at once; each change is reported once', () => {
  const presence = createPresence(needs);
  presence.note(true);
  presence.note(true);
  expect(news()).toEqual(['info: used']);
  vi.advanceTimersByTime(60_000);
  presence.note(false, 'gone');
  presence.note(false, 'gone');
  expect(news()).toEqual(['warn: away: gone']);
  vi.advanceTimersByTime(30_000);
  presence.note(true);
  expect(news()).toEqual(['info: used']);
  presence.close();
});

test('[F55] what flickers is reported at most every ten seconds, with how often', () => {
  const presence = createPresence(needs);
  presence.note(true);
  expect(news()).toEqual(['info: used']);
  vi.advanceTimersByTime(15_000);
  for (let n = 0; n < 120; n += 1) {
    presence.note(n % 2 === 1, 'closed');
    vi.advanceTimersByTime(250);
  }
  vi.advanceTimersByTime(10_000);
  const lines = news();
  expect(lines[0]).toBe('warn: away: closed');
  expect(lines.length).toBeLessThanOrEqual(5);
  expect(
    lines
      .slice(1)
      .every((line) => /^(info|warn): (used|away: closed)( \(it came and went: \d\d changes\))?$/.test(line)),
  ).toBe(true);
  // It stays; that was reported, and nothing more is.
  expect(lines.at(-1)).toMatch(/^(info|warn): used/);
  vi.advanceTimersByTime(600_000);
  expect(news()).toEqual([]);
  presence.close();
});

test('nothing is reported after the end; a complaint of every request is reported once a minute', () => {
  const presence = createPresence(needs);
  presence.close();
  presence.note(true);
  presence.note(false);
  vi.advanceTimersByTime(600_000);
  expect(news()).toEqual([]);
  const complain = createComplaint(tell);
  for (let n = 0; n < 121; n += 1) {
    complain('refused');
    vi.advanceTimersByTime(1000);
  }
  expect(news()).toEqual(['warn: refused', 'warn: refused', 'warn: refused']);
});

test('work that fails every second while the metadata are away is reported once a minute, each kind of it', () => {
  const log = createTroubleLog((what, error, untold) => told.push(`${what}: ${(error as Error).message} ${untold}`));
  const away = new AppError('unavailable', { reason: 'away' });
  for (let n = 0; n < 121; n += 1) {
    log('jobs', away);
    if (n === 90) log('old entries', away);
    vi.advanceTimersByTime(1000);
  }
  expect(news()).toEqual(['jobs: away 0', 'jobs: away 59', 'old entries: away 0', 'jobs: away 59']);
  for (let n = 0; n < 3; n += 1) log('jobs', new TypeError('defect'));
  expect(news()).toEqual(['jobs: defect 0', 'jobs: defect 0', 'jobs: defect 0']);
});
