import { renameTable } from './database.ts';
import { loadFile } from './load.ts';
import { reasonOf, UnreadableFile, type LoadReply, type UploadTask } from './protocol.ts';

const task = JSON.parse(process.argv[2] ?? '{}') as UploadTask;
// A plain exit would wait for the statement that runs; the file that is being made counts only once it is whole.
const endWithParent = (): boolean => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', endWithParent);
process.on('uncaughtException', (error) => {
  send({ type: 'failed', reason: reasonOf(error), line: null });
  process.exit(1);
});
try {
  if ('rename' in task) {
    await renameTable(task.rename);
    send({ type: 'renamed' });
  } else {
    const preview = await loadFile(task.load, (step, share) => send({ type: 'progress', step, share }));
    send({ type: 'done', preview });
  }
} catch (error) {
  send({
    type: 'failed',
    reason: reasonOf(error),
    line: error instanceof UnreadableFile ? error.line : null,
  });
}
// Nothing runs any more.
process.off('disconnect', endWithParent).on('disconnect', () => process.exit(0));
process.disconnect?.();

function send(reply: LoadReply): void {
  process.send?.(reply);
}
