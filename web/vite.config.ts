import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './build/service-worker.ts'

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

const ofAdministrators = readFileSync(join(import.meta.dirname, 'src/routes/administration.tsx'), 'utf8')
const pagesOfFew = ['penjualan', 'regseller', ...[...ofAdministrators.matchAll(/#routes\/([\w-]+)-page\.tsx/g)].map(([, name]) => name)]

/** What pages of sellers and administrators need is not named in the first page, which everybody loads: they ask for it when they are opened, and wait a moment longer. */
const isOfFew = (file: string) => pagesOfFew.includes(/^assets\/([\w-]+)-[\w-]{7}\.js$/.exec(file)?.[1])

const isStyle = (file: string) => file.endsWith('.css')

export default defineConfig({
  plugins: [react(), serviceWorker(), compressed()],
  // Nothing is inlined as data: URLs, so that the page needs no exception in `font-src` and `img-src`.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (file, needed) => (isOfFew(file) ? needed.filter(isStyle) : needed) },
    // The first page lists every file there is, so that each name weighs. All but pages, fonts and pictures are hashes alone, and icons of several pages are one file.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => (name.endsWith('-page') ? `assets/${name.slice(0, -5)}-[hash:7].js` : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'icons', test: /icons\/Icon(?!Brand|CloudOff|Refresh)/, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/oauth': server,
      '/public': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
