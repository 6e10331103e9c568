import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installIfNeeded } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// The server is bundled again and restarted at each change; the browser gets its modules from the dev server.
await installIfNeeded();
const { serverBuildOptions } = await import('./lib/builds.mjs');
const esbuild = await import('esbuild');
const vite = await import('vite');

const apiPort = process.env.PORT ?? '8088';
const webPort = Number(process.env.WEB_PORT ?? 5173);
let server = null;

function restart() {
  const start = () => {
    server = spawn(process.execPath, ['--enable-source-maps', join(root, 'server/dist/main.mjs')], {
      cwd: root,
      env: { ...process.env, PORT: apiPort },
      stdio: 'inherit',
    });
  };
  if (!server || server.exitCode !== null) return start();
  server.once('exit', start);
  server.kill('SIGTERM');
}

const restartAfterBuild = {
  name: 'restart-after-build',
  setup(build) {
    build.onEnd(({ errors }) => {
      if (errors.length === 0) restart();
    });
  },
};
const options = serverBuildOptions();
const context = await esbuild.context({ ...options, plugins: [restartAfterBuild] });
await context.watch();

process.env.TESSERA_API ??= `http://127.0.0.1:${apiPort}`;
const web = await vite.createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  server: { port: webPort, strictPort: true },
});
await web.listen();
web.printUrls();

async function stop() {
  server?.kill('SIGTERM');
  await Promise.all([context.dispose(), web.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
