import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { earlyScreens } from './build/early-screens.ts'
import { leanContract } from './build/lean-contract.ts'
import { type ChunkPlan, planChunks } from './build/plan-chunks.ts'
import { serviceWorker } from './build/service-worker.ts'
import { smallFont } from './build/small-font.ts'
import { smallMantine } from './build/small-mantine.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** Puts `.br` and `.gz` beside every text, so that the server has nothing to compress; fonts are compressed already. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const files = await readdir(dir, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file)).map((file) => join(dir, file))
      await Promise.all(
        texts.map(async (file) => {
          const text = await readFile(file)
          await writeFile(`${file}.br`, await promisify(brotliCompress)(text))
          await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
        }),
      )
    },
  }
}

/** What the first build, which only looks, has in common with the one that is kept. */
const page: InlineConfig = {
  root: import.meta.dirname,
  plugins: [react(), leanContract(), smallMantine()],
  // Nothing is inlined as data: URLs, so that the page needs no exception in `font-src` and `img-src`.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first page names every file there is, so that each name weighs. All but pages, fonts and pictures are hashes alone.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => (name.endsWith('-page') ? `assets/${name.slice(0, -5)}-[hash:7].js` : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:7][extname]',
      },
    },
  },
}

/** What modules share is put together by a plan; see there. It is made when a build begins, not when this file is only read, as knip does. */
function inFiles(): Plugin {
  let plan: ChunkPlan = new Map()
  return {
    name: 'in-files',
    apply: 'build',
    async configResolved() {
      plan = await planChunks(page)
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'plan', name: (module) => plan.get(module) ?? null }] },
    }),
  }
}

/** So Chrome compiles files beside the page's own thread while they come, and not function by function in it: a quarter of a second on a cheap phone. */
const compileHint = '//# allFunctionsCalledOnLoad\n'
/** Bytes. Chrome compiles what is smaller in the page's own thread, where the hint would only be work that may never be needed. */
const backgroundCompileMin = 30 * 1024

function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    // A name says what is in its file, which is kept for ever by it.
    augmentChunkHash: () => compileHint + backgroundCompileMin,
    generateBundle: {
      // Minifying takes comments away, and the hint has to be the first one.
      order: 'post',
      handler(_, bundle) {
        for (const one of Object.values(bundle))
          if (one.type === 'chunk' && one.code.length >= backgroundCompileMin) one.code = compileHint + one.code
      },
    },
  }
}

/** What each file is made of, for who wants to know why one is large (e2e/specs/app/first-paint.e2e.ts). */
function weighed(): Plugin {
  const report = join(import.meta.dirname, '../node_modules/.cache/lapak/web-files.json')
  return {
    name: 'weighed',
    apply: 'build',
    async writeBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((one) => {
        if (one.type !== 'chunk') return []
        const modules = Object.entries(one.modules).map(([id, { renderedLength }]) => [
          relative(join(import.meta.dirname, '..'), id),
          renderedLength,
        ])
        return [[one.fileName, Object.fromEntries(modules)]]
      })
      await mkdir(dirname(report), { recursive: true })
      await writeFile(report, JSON.stringify(Object.fromEntries(files)))
    },
  }
}

export default defineConfig(async () => ({
  ...page,
  plugins: [...(page.plugins ?? []), earlyScreens(), serviceWorker(), compiledAhead(), compressed(), weighed(), inFiles()],
  resolve: { alias: await smallFont() },
  // The libraries that are put together beforehand take Mantine the same way.
  optimizeDeps: { rolldownOptions: { plugins: [smallMantine()] } },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/oauth': server,
      '/public': server,
      '/socket.io': { target: server, ws: true },
    },
  },
}))
