import { createExtractMaker, NoTable } from './make-extract.ts';
import type { ExtractReply, ExtractRequest, ExtractTask } from './protocol.ts';
import { WrongValue } from './row-writer.ts';

/** Progress of a copy is notified this often. */
const PROGRESS_MS = 500;

const task = JSON.parse(process.argv[2] ?? '{}') as ExtractTask;
// What is being made counts only once it is whole.
const endWithParent = (): boolean => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', endWithParent);
process.on('uncaughtException', fail);

try {
  const maker = await createExtractMaker(task);
  const end = async (): Promise<void> => {
    const made = await maker.finish();
    // Nothing runs any more.
    process.off('disconnect', endWithParent).on('disconnect', () => process.exit(0));
    send({ type: 'done', made });
    process.disconnect?.();
  };
  if (maker.writer === null) {
    const telling = setInterval(() => send({ type: 'progress', share: maker.share() }), PROGRESS_MS);
    await maker.copy();
    clearInterval(telling);
    await end();
  } else {
    const { writer } = maker;
    let before = Promise.resolve();
    process.on('message', (request: ExtractRequest) => {
      before = before
        .then(async () => {
          if (request.type === 'end') return end();
          await writer.write(request.rowCount, request.columns);
          send({ type: 'took' });
        })
        .catch(fail);
    });
    send({ type: 'ready', from: maker.from });
  }
} catch (error) {
  fail(error);
}

function send(reply: ExtractReply): void {
  if (process.connected) process.send?.(reply);
}

function fail(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const why =
    error instanceof NoTable
      ? 'no_table'
      : error instanceof WrongValue || /^(Conversion|Invalid Input) Error/i.test(text)
        ? 'value'
        : /no space left|disk full|could not write|write error/i.test(text)
          ? 'space'
          : /^Out of Memory Error/i.test(text)
            ? 'memory'
            : 'other';
  // Errors of the engine name paths that mean nothing to their reader.
  const reason = text
    .split('\n', 1)
    .join('')
    .replace(/["']?\/[^\s"':]+["']?/g, '…')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 300);
  // A plain exit would close the database first, which waits for ever where nothing can be written.
  if (process.connected) process.send?.({ type: 'failed', why, reason } satisfies ExtractReply, endWithParent);
  else endWithParent();
}
