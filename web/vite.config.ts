import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type ProxyOptions } from 'vite';
import { groupByUse } from './chunk-groups.ts';

const api = process.env['TESSERA_API'] ?? 'http://127.0.0.1:8088';

/** What the server answers itself; every other address is a page of the web app. */
const serverPaths = [
  '/api',
  '/health',
  '/ready',
  '/metrics',
  '/swagger',
  '/logout',
  '/datasource',
  '/tessera/log',
  '/tessera/explore_json',
  '/tessera/fetch_datasource_metadata',
  '/static',
];

function proxied(onlyCalls: boolean): ProxyOptions {
  return {
    target: api,
    xfwd: true,
    // A sign-in is posted to the address of its page; the page itself comes from here.
    bypass: (request) => (onlyCalls && request.method === 'GET' ? '/index.html' : undefined),
  };
}

/** Fonts that the first text needs start to load with the page, not after its style sheet. */
function preloadFonts(names: readonly RegExp[]): Plugin {
  return {
    name: 'tessera-preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const files = Object.keys(bundle ?? {}).filter((file) => names.some((name) => name.test(file)));
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head',
        }));
      },
    },
  };
}

/** The package says of the calls that bind its keys that they do nothing, and a build would leave them out. */
function keepEmacsKeys(): Plugin {
  return {
    name: 'tessera-keep-emacs-keys',
    transform(code, id) {
      if (!id.includes('@replit/codemirror-emacs')) return null;
      return { code: code.replaceAll('/*@__PURE__*/EmacsHandler.', 'EmacsHandler.'), map: null };
    },
  };
}

const framePackages = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  '@tanstack/(react-query|query-core)',
  'zustand',
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), keepEmacsKeys(), preloadFonts([/inter-latin-wght-normal-.*\.woff2$/])],
  // The server writes a fresh nonce into every page it sends.
  html: { cspNonce: '__NONCE__' },
  server: {
    proxy: {
      '/ws': { target: api, ws: true },
      ...Object.fromEntries(serverPaths.map((path) => [path, proxied(false)])),
      '^/login/?$': proxied(true),
      '^/setup/?$': proxied(true),
    },
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // An inlined font or picture would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // The server reads it to send a page's code along with the page.
    manifest: 'manifest.json',
    reportCompressedSize: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and no release of ours changes: one file that stays in the browser's cache.
            {
              name: 'frame',
              test: new RegExp(`node_modules/(${framePackages.join('|')})/`),
              priority: 3,
            },
            // What every page of ours needs; the entry itself keeps its name in the manifest.
            { name: 'start', tags: ['$initial'], test: /^(?!.*(main\.tsx|index\.html)$)/, priority: 2 },
            { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2, priority: 1 },
            // Projections of maps are no formats.
            { name: 'formats', test: /node_modules\/d3-(?!geo)/, minShareCount: 2, priority: 1 },
            // A chunk takes in no packages: what few pages need of them would load on many.
            { name: groupByUse(), debugName: 'by use', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
