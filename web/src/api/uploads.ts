import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type {
  PublishBody,
  PublishedBody,
  UploadLine as Line,
  UploadOptions as Options,
  UploadPreview as Preview,
  UploadState as State,
} from '@tessera/server/contract';
import { ApiError, asWords, errorFromBody, networkError } from './api-error.ts';
import { call, request } from './client.ts';
import { readLines } from './lines.ts';
import { lookAfterFailure, useReachability } from './reachability.ts';

export type { UploadColumn, UploadFault } from '@tessera/server/contract';
export type UploadOptions = DeepReadonly<Options>;
export type UploadPreview = DeepReadonly<Preview>;
export type UploadState = DeepReadonly<State>;
/** A line that says how far the reading of a file is. */
export type UploadStep = Exclude<Line, { state: 'done' | 'failed' }>;

type Sending = {
  readonly signal: AbortSignal;
  /** Bytes that the server has; `isWaiting` while it does not answer. */
  readonly onProgress: (received: number, isWaiting: boolean) => void;
  readonly onBegun: (key: string) => void;
};

/** Send a file part by part; where the connection breaks it goes on when the server answers again. */
export async function sendFile(file: File, { signal, onProgress, onBegun }: Sending): Promise<string> {
  let state = await request<UploadState>('/upload/', {
    method: 'POST',
    body: { name: file.name.replaceAll('\0', '') || 'file', size: file.size },
    signal,
  });
  const { key } = state;
  onBegun(key);
  while (state.received < file.size) {
    onProgress(state.received, false);
    const { received } = state;
    const part = file.slice(received, received + state.part_bytes);
    const sent = await request<UploadState>(`/upload/${key}/part/?offset=${received}`, {
      method: 'PUT',
      body: part,
      signal,
    }).catch(async (error: unknown) => {
      if (!isPassing(error)) throw error;
      onProgress(received, true);
      return stateWhenBack(key, signal);
    });
    state = sent;
  }
  onProgress(file.size, false);
  return key;
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/** Where an upload goes on, once the server answers. */
async function stateWhenBack(key: string, signal: AbortSignal): Promise<UploadState> {
  for (;;) {
    await serverIsBack(signal);
    try {
      return await request<UploadState>(`/upload/${key}`, { signal });
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

async function serverIsBack(signal: AbortSignal): Promise<void> {
  await lookAfterFailure();
  if (useReachability.getState().isReachable) return;
  await new Promise<void>((resolve, reject) => {
    const stop = useReachability.subscribe(({ isReachable }) => {
      if (!isReachable) return;
      stop();
      resolve();
    });
    signal.addEventListener(
      'abort',
      () => {
        stop();
        reject(new DOMException('The upload was given up.', 'AbortError'));
      },
      { once: true },
    );
  });
}

/** Have a file read that the server has. @throws ApiError with the line that cannot be read */
export async function previewUpload(
  key: string,
  options: UploadOptions,
  { signal, onStep }: { readonly signal: AbortSignal; readonly onStep: (step: UploadStep) => void },
): Promise<UploadPreview> {
  const response = await call(`/api/v1/upload/${key}/preview/`, { method: 'POST', body: options, signal });
  for await (const value of readLines(response)) {
    const line = value as Line;
    if (line.state === 'done') return line.preview;
    if (line.state === 'failed') {
      const { code, errors, words } = line;
      throw errorFromBody(422, { errors }, null, { code, words: asWords(words) });
    }
    onStep(line);
  }
  throw networkError();
}

/** Make a dataset of a file that was read. */
export function publishUpload(key: string, body: PublishBody): Promise<PublishedBody> {
  return request(`/upload/${key}/dataset/`, { method: 'POST', body });
}

/** Give a file up; nothing of it stays on the server. */
export async function cancelUpload(key: string): Promise<void> {
  await request(`/upload/${key}`, { method: 'DELETE' }).catch(() => undefined);
}
