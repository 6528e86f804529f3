// SPDX-License-Identifier: MIT
// The page is built into build/web; scripts/web_build.sh compiles the C library to build/wasm/web first.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const out = new URL('../build/web/', import.meta.url).pathname;

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** Names the page's main part in the markup, so that it comes in beside the start and not after it. */
function early(): Plugin {
  return {
    name: 'early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const main = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith('/src/main.ts')),
        );
        if (main?.type !== 'chunk') {
          throw new Error('src/main.ts is no part of its own');
        }
        const parts = [main.fileName, ...main.imports].filter((name) => !html.includes(name));
        return parts.map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `./${name}` }, injectTo: 'head' }));
      },
    },
  };
}

/** Puts the first style sheet into the markup, and its hash into the policy: the still rope is painted with the first answer. */
function firstPaint(): Plugin {
  let gone = '';
  return {
    name: 'first-paint',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const link = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/.exec(html);
        const sheet = link && bundle?.[link[1]];
        if (!link || sheet?.type !== 'asset' || /<\/|url\(/.test(String(sheet.source))) {
          throw new Error('the first style sheet cannot stand in the markup');
        }
        delete bundle?.[link[1]];
        gone = basename(link[1]);
        const css = String(sheet.source).trim();
        const hash = createHash('sha256').update(css).digest('base64');
        return html.replace(link[0], () => `<style>${css}</style>`).replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`);
      },
    },
    // parts that come later list it among what they need: the start's script, which is there, takes its place
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const parts = Object.values(bundle).filter((part) => part.type === 'chunk');
        const start = parts.find((part) => part.isEntry);
        parts.forEach((part) => (part.code = part.code.replaceAll(`"./${gone}"`, `"./${basename(start?.fileName ?? '')}"`)));
        if (gone === '' || !start || parts.some(({ code }) => code.includes(gone))) {
          throw new Error('the first style sheet is asked for again');
        }
      },
    },
  };
}

/** Writes sw.js: it keeps all files of this build for when there is no network. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    closeBundle(): void {
      const files = filesIn(out)
        .map((path) => relative(out, path))
        // the atlas of knots is fetched when a knot first needs it, rendered pictures when they are looked at
        .filter((path) => path !== 'sw.js' && !/\.(bin|png)$/.test(path))
        .sort();
      const hash = createHash('sha256');
      files.forEach((path) => hash.update(path).update(readFileSync(join(out, path))));
      const list = ['./', ...files.filter((path) => path !== 'index.html').map((path) => `./${path}`)];
      const source = readFileSync(new URL('src/engine/service_worker.js', import.meta.url), 'utf8');
      writeFileSync(
        join(out, 'sw.js'),
        source.replace('__VERSION__', hash.digest('hex').slice(0, 16)).replace("['__FILES__']", JSON.stringify(list)),
      );
    },
  };
}

/** What the progress bar counts to. */
function libraryBytes(): number {
  const path = new URL('../build/wasm/web/bight.wasm', import.meta.url);
  return existsSync(path) ? statSync(path).size : 1;
}

const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export default defineConfig({
  base: './',
  define: { __LIBRARY_BYTES__: String(libraryBytes()) },
  plugins: [early(), firstPaint(), offline()],
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
});
