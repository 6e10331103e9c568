import { expect, test } from 'vitest';
import { readLimits } from './limits.ts';

test('[9.0-01] the wait for chart data is the configured timeout in seconds × 1000', () => {
  expect(readLimits('rows=5000,downloads=70000,timeout=30,frames=1')).toEqual({
    maxRows: 5000,
    downloadRows: 70_000,
    timeoutMs: 30_000,
    pollMs: 500,
    socketPath: null,
    mayBeFramed: true,
    sqlRows: 100_000,
    sqlDefaultRows: 1000,
    keepsTabs: true,
    tiles: null,
  });
});

test('[9.0-05] without a configured bound a row limit goes up to 100000', () => {
  expect(readLimits('__LIMITS__')).toEqual({
    maxRows: 100_000,
    downloadRows: 1_000_000,
    timeoutMs: 60_000,
    pollMs: 500,
    socketPath: null,
    mayBeFramed: false,
    sqlRows: 100_000,
    sqlDefaultRows: 1000,
    keepsTabs: true,
    tiles: null,
  });
  expect(readLimits('rows=0,timeout=x').maxRows).toBe(100_000);
});

test('[9.0-02] asynchronous answers are asked for every 500 ms by polling, unless the server says otherwise', () => {
  expect(readLimits('')).toMatchObject({ pollMs: 500, socketPath: null });
  expect(readLimits('rows=1,timeout=1,poll=900,socket=/events/ws')).toMatchObject({
    pollMs: 900,
    socketPath: '/events/ws',
  });
});

test('[9.0-31] the editor asks for as many rows as the server says', () => {
  expect(readLimits('rows=1,timeout=1,sql=5000/200')).toMatchObject({ sqlRows: 5000, sqlDefaultRows: 200 });
});

test('tabs of the SQL editor are stored on the server, unless the server says otherwise', () => {
  expect(readLimits('rows=1,timeout=1,tabs=local').keepsTabs).toBe(false);
});

test('maps learn who gives their tiles', () => {
  const tiles = ['https://t.example.com/{z}/{x}/{y}.png?a=1', '© Example, all'].map(encodeURIComponent).join('|');
  const text = `rows=1,timeout=1,tiles=${tiles}`;
  expect(readLimits(text).tiles).toEqual({
    url: 'https://t.example.com/{z}/{x}/{y}.png?a=1',
    attribution: '© Example, all',
  });
});
