import { isAbort, networkError, timeoutError } from './api-error.ts';
import { parseExactJson } from '@tessera/core/exact-json';

/**
 * The values of an answer that is a line of JSON each, as they come.
 * @throws ApiError when the answer breaks off; the
 * AbortError of whoever stopped it
 */
export async function* readLines(response: Response): AsyncGenerator<unknown, void> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'TimeoutError') throw timeoutError();
      throw isAbort(error) ? error : networkError();
    });
    held += value ?? '';
    const lines = held.split('\n');
    held = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line !== '') yield parseExactJson(line);
    if (done) return;
  }
}
