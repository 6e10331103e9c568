import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  cancelUpload,
  previewUpload,
  publishUpload,
  sendFile,
  type UploadOptions,
  type UploadPreview,
  type UploadStep,
} from '../../api/uploads.ts';

/** Where a file is on its way to a dataset. */
export type UploadStage =
  | { readonly name: 'choosing' }
  | { readonly name: 'sending'; readonly received: number; readonly isWaiting: boolean; readonly since: number }
  | { readonly name: 'reading'; readonly step: UploadStep | null; readonly since: number }
  | { readonly name: 'read' }
  | { readonly name: 'publishing' }
  | { readonly name: 'failed'; readonly error: unknown };

type Upload = {
  readonly file: File | null;
  readonly options: UploadOptions;
  /** What was last read; it stays in sight while the file is read anew. */
  readonly preview: UploadPreview | null;
  readonly stage: UploadStage;
};

const nothing: Upload = { file: null, options: {}, preview: null, stage: { name: 'choosing' } };

type Set = (next: (now: Upload) => Upload) => void;

function send(set: Set, file: File, signal: AbortSignal, onKey: (key: string) => void): Promise<string> {
  const since = Date.now();
  set(() => ({ ...nothing, file, stage: { name: 'sending', received: 0, isWaiting: false, since } }));
  return sendFile(file, {
    signal,
    onBegun: (key) => {
      if (signal.aborted) void cancelUpload(key);
      else onKey(key);
    },
    onProgress: (received, isWaiting) => {
      if (!signal.aborted) set((now) => ({ ...now, stage: { name: 'sending', received, isWaiting, since } }));
    },
  });
}

/** Carries one file at a time from its choice to its dataset; what it is at is said to `set`. */
function createUpload(set: Set) {
  let running: AbortController | null = null;
  let key: string | null = null;
  const begin = (): AbortSignal => {
    running?.abort();
    running = new AbortController();
    return running.signal;
  };
  const enter = (stage: UploadStage) => set((now) => ({ ...now, stage }));
  const fail = (signal: AbortSignal, error: unknown) => {
    if (!signal.aborted) enter({ name: 'failed', error });
  };
  const giveUp = () => {
    running?.abort();
    if (key !== null) void cancelUpload(key);
    key = null;
  };
  const read = async (options: UploadOptions, signal: AbortSignal) => {
    const since = Date.now();
    set((now) => ({ ...now, options, stage: { name: 'reading', step: null, since } }));
    const preview = await previewUpload(key ?? '', options, {
      signal,
      onStep: (step) => !signal.aborted && enter({ name: 'reading', step, since }),
    });
    if (!signal.aborted) set((now) => ({ ...now, preview, stage: { name: 'read' } }));
  };
  return {
    giveUp,
    choose: (file: File) => {
      giveUp();
      const signal = begin();
      send(set, file, signal, (begun) => (key = begun))
        .then(() => read({}, signal))
        .catch((error: unknown) => fail(signal, error));
    },
    read: (options: UploadOptions) => {
      const signal = begin();
      read(options, signal).catch((error: unknown) => fail(signal, error));
    },
    /** The id of the dataset; null when it failed. */
    publish: async (tableName: string): Promise<number | null> => {
      const signal = begin();
      enter({ name: 'publishing' });
      const made = await publishUpload(key ?? '', { table_name: tableName }).catch((error: unknown) =>
        fail(signal, error),
      );
      if (made) key = null;
      return made?.id ?? null;
    },
  };
}

/** One file, from the choice to the dataset. Whoever leaves gives it up, and nothing of it stays. */
export function useUpload(given: File | null) {
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload>(nothing);
  const [runner] = useState(() => createUpload(setUpload));
  // The file that was dropped; another one takes its place.
  useEffect(() => {
    if (given) runner.choose(given);
  }, [given, runner]);
  useEffect(() => () => runner.giveUp(), [runner]);
  return {
    ...upload,
    choose: runner.choose,
    change: (part: UploadOptions) => runner.read({ ...upload.options, ...part }),
    publish: async (tableName: string): Promise<number | null> => {
      const id = await runner.publish(tableName);
      if (id !== null) void client.invalidateQueries({ queryKey: ['dataset'] });
      return id;
    },
    /** Back to what was read, after a name that was taken. */
    goOn: () => setUpload((now) => ({ ...now, stage: { name: now.preview === null ? 'choosing' : 'read' } })),
    restart: () => {
      runner.giveUp();
      setUpload(nothing);
    },
  };
}
