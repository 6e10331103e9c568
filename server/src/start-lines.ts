import { hostname } from 'node:os';
import type { FileSettings } from './config.ts';
import { createProgress } from './progress.ts';

type Out = Parameters<typeof createProgress>[0];
type Level = 'info' | 'warn' | 'fatal';
/** Numbers of the log's levels. */
const levels: Readonly<Record<Level, number>> = { info: 30, warn: 40, fatal: 60 };

/** What a start says before the log of requests begins. */
export type StartLines = {
  /** What goes on. */
  readonly progress: (line: string) => void;
  readonly say: (level: Level, text: string, fields?: Readonly<Record<string, string>>) => void;
};

/** For users, or as JSON lines of the shape that the log has. Failures go to standard error. */
export function createStartLines(
  format: FileSettings['logFormat'],
  { out, err }: { readonly out: Out; readonly err: Out },
): StartLines {
  if (format === 'json') {
    const stamp = (level: keyof typeof levels) => ({
      level: levels[level],
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
    });
    const say: StartLines['say'] = (level, msg, fields) =>
      void (level === 'fatal' ? err : out).write(
        `${JSON.stringify({ ...stamp(level), log: 'start', ...fields, msg })}\n`,
      );
    return { progress: (line) => say('info', line), say };
  }
  const progress = createProgress(out);
  return {
    progress: progress.show,
    say: (level, text) => {
      progress.end();
      (level === 'info' ? out : err).write(`${text}\n`);
    },
  };
}
