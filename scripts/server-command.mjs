import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfNeeded } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// npm run backup | restore | admin | new-key | check-config -- …: the server's own command line, built when needed.
await installIfNeeded();
const { buildWhatIsOld } = await import('./lib/builds.mjs');
await buildWhatIsOld(['server']);
await import(pathToFileURL(join(root, 'server/dist/command.mjs')).href);
