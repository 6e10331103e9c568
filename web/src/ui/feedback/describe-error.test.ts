import { expect, test } from 'vitest';
import { ApiError, networkError } from '../../api/api-error.ts';
import { describeError } from './describe-error.ts';

test('an error of the API says what happened, what to do, and the id to pass on', () => {
  const description = describeError(
    new ApiError({ status: 500, message: 'It broke', code: 'internal', requestId: 'req-7' }),
  );
  expect(description.title).toBe('It broke');
  expect(description.details).toContain('req-7');
  expect(description.advice).not.toBeNull();
});

test.each([
  [403, true],
  [404, true],
  [0, false],
  [429, false],
  [500, false],
])('what was answered with %d is final: %s', (status, isFinal) => {
  expect(describeError(new ApiError({ status, message: 'x' })).isFinal).toBe(isFinal);
});

test('[8.2-01] no answer is a network error', () => {
  expect(describeError(networkError()).title).toBe('Network error');
});

test('[8.2-03] an unexpected error is named by its description, or by its absence', () => {
  expect(describeError(new Error('x is not a function')).title).toBe('Unexpected error: x is not a function');
  expect(describeError(new Error('')).title).toBe('Unexpected error: (no description, click to see stack trace)');
});

test('[8.2-02] what is thrown and is no error is still said', () => {
  expect(describeError('?').title).toBe('An error occurred');
});
