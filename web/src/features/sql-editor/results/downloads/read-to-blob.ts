import { networkError } from '../../../../api/api-error.ts';

/** What is retained in the memory of the page; blobs lie where the browser has more room. */
const HELD_BYTES = 8 * 1024 * 1024;
/** Who watches is notified no more often than this. */
const TOLD_BYTES = 256 * 1024;

/**
 * The body of an answer as a file, whatever its size.
 *
 * @throws ApiError when it breaks off; the AbortError of whoever stopped it
 */
export async function readToBlob(answer: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  const blobs: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let bytes = 0;
  let told = 0;
  const reader = answer.body?.getReader();
  if (reader === undefined) return new Blob([], { type });
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof DOMException && error.name === 'AbortError' ? error : networkError();
    });
    if (done) break;
    held.push(value);
    heldBytes += value.byteLength;
    bytes += value.byteLength;
    if (heldBytes >= HELD_BYTES) {
      blobs.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
    if (bytes - told >= TOLD_BYTES) onBytes((told = bytes));
  }
  return new Blob([...blobs, ...held], { type });
}
