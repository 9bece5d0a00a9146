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

/** Writes a `.br` and a `.gz` file next to every text file, so that the server does not have to compress. Fonts are already compressed. */
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

/** The configuration that the first build, which only plans the chunks, shares with the real build. */
const page: InlineConfig = {
  root: import.meta.dirname,
  plugins: [react(), leanContract(), smallMantine()],
  // Files are never inlined as data: URLs, so that the content security policy needs no exception in `font-src` and `img-src`.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first page lists every file, so long names would add up. Therefore files are named only by their hash, except pages, fonts and pictures.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => (name.endsWith('-page') ? `assets/${name.slice(0, -5)}-[hash:7].js` : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:7][extname]',
      },
    },
  },
}

/**
 * Groups shared modules into files according to build/plan-chunks.ts. The plan is made when a build starts, and not when only the configuration is
 * read, as knip does.
 */
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

/**
 * A hint that makes Chrome compile a whole file in the background while the file loads, instead of compiling each function on the main thread. This
 * saves a quarter of a second on a cheap phone.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n'
/** In bytes. Chrome compiles smaller files on the main thread, so for these files the hint would only cause unnecessary work. */
const backgroundCompileMin = 30 * 1024

function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    // Files are cached permanently by name, so the hash in the name must depend on the hint.
    augmentChunkHash: () => compileHint + backgroundCompileMin,
    generateBundle: {
      // The hint is added after minification, which removes comments, and must be the first comment of the file.
      order: 'post',
      handler(_, bundle) {
        for (const one of Object.values(bundle))
          if (one.type === 'chunk' && one.code.length >= backgroundCompileMin) one.code = compileHint + one.code
      },
    },
  }
}

/** Writes a report with the modules of each file, to find out why a file is large (e2e/specs/app/first-paint.e2e.ts). */
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
  // Also reduces Mantine in the dependencies that the development server bundles in advance.
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
