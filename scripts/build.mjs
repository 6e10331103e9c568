import { buildOrExit } from './lib/builds.mjs';

// Begun by another command, it ends with that one, however that one ends.
process.on('disconnect', () => process.exit(1));

// Tests that ask for a build run under NODE_ENV=test; what is built is what users get, without React's checks.
process.env.NODE_ENV = 'production';

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : ['server', 'web'];
for (const name of names) {
  if (name !== 'server' && name !== 'web') {
    console.error(`Nothing is called "${name}" here. Use: npm run build [server] [web]`);
    process.exit(1);
  }
  await buildOrExit(name);
}
process.exit(0);
