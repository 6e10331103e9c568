import { expect, test } from 'vitest';
import { statusText } from './status-text.ts';

test('[8.1-01] every status of the map has its text', () => {
  const written =
    '400 Bad request, 401 Unauthorized, 402 Payment required, 403 Forbidden, 404 Not found, 405 Method not ' +
    'allowed, 406 Not acceptable, 407 Proxy authentication required, 408 Request timeout, 409 Conflict, 410 ' +
    'Gone, 411 Length required, 412 Precondition failed, 413 Payload too large, 414 URI too long, 415 ' +
    'Unsupported media type, 416 Range not satisfiable, 417 Expectation failed, 500 Server error, 501 Not ' +
    'implemented, 502 Bad gateway, 503 Service unavailable, 504 Gateway timeout, 505 HTTP version not ' +
    'supported, 507 Insufficient storage, 508 Loop detected, 511 Network authentication required, 599 Network error';
  for (const pair of written.split(', ')) {
    expect(statusText(Number(pair.slice(0, 3)))).toBe(pair.slice(4));
  }
  expect(statusText(200)).toBeUndefined();
});
