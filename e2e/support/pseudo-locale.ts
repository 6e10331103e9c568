import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PSEUDO_LOCALE = 'en-XA';

/** The language of brackets as a catalogue of a server; readers who ask for another one do not meet it. */
export function writePseudoLocale(folder: string): void {
  const script = fileURLToPath(new URL('../../scripts/messages.mjs', import.meta.url));
  execFileSync(process.execPath, [script, '--pseudo', folder]);
}
