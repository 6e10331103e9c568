import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfNeeded } from './lib/install.mjs';
import { stopWithParent } from './lib/parent.mjs';
import { root } from './lib/paths.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Tessera needs Node.js 20.19 or newer; this is ${process.version}. Install a newer one from your system or ` +
      'version manager.',
  );
  process.exit(1);
}

await installIfNeeded();
const { buildWhatIsOld } = await import('./lib/builds.mjs');
await buildWhatIsOld();

if (process.env.npm_lifecycle_event !== undefined) stopWithParent();

// In this process: signals arrive where they are handled, and a second start pays for no second runtime.
await import(pathToFileURL(join(root, 'server/dist/main.mjs')).href);
