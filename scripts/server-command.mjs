import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfNeeded } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// npm run backup | restore | admin -- …: the server's own command line, built when needed.
await installIfNeeded();
const { build, needsBuild } = await import('./lib/builds.mjs');
if (needsBuild('server')) await build('server');
await import(pathToFileURL(join(root, 'server/dist/command.mjs')).href);
