import { lockHome } from '../../home-lock.ts';

/** A process that holds a home until it is killed; it says whether it could. */
try {
  lockHome(process.argv[2] ?? '');
  process.stdout.write('held\n');
  setInterval(() => undefined, 1000);
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
}
