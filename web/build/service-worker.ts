import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'

type Bundle = Rollup.OutputBundle
type Chunk = Rollup.OutputChunk

/**
 * Screens that open without a network: the sign-in page, the frame and the home page. The service worker caches other screens when they are visited.
 */
const shellScreens = [
  'routes/login-page.tsx',
  'routes/signed-in-frame.tsx',
  'routes/home-page.tsx',
  'routes/deferred-ui.tsx',
  'routes/last-known.tsx',
  'routes/persisted-queries.ts',
  'routes/live.tsx',
  'lib/app-update.ts',
  // Dialogs and menus that open over these screens.
  'features/auth/access/user-drawer.tsx',
  'routes/key-help-dialog.tsx',
  'ui/menu-icons.ts',
  'ui/dialog-parts.ts',
  'ui/opened-menu.tsx',
  'ui/opened-popover.tsx',
  'ui/modals-host.tsx',
  'ui/snackbar-host.tsx',
  'buying/buy-dialog.tsx',
  'buying/buy-product-list.tsx',
]
/** The paths of pictures that are part of the shell but not of the bundle. */
const shellPictures = ['favicon.svg', 'manifest.webmanifest', 'icons/lapak-192.png']
const font = /^assets\/inter-latin-wght-normal-.*\.woff2$/

/** Writes `sw.js`: the compiled `worker/worker.ts` with the list of the shell files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = ['index.html', ...shellPictures, ...shellOf(bundle)].map((file) => `/${file}`).sort()
        const name = createHash('sha256').update(JSON.stringify(files)).update(textOf(bundle['index.html'])).digest('hex').slice(0, 12)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await written({ build: name, files }) })
      },
    },
  }
}

/** The scripts and style sheets with which the shell screens begin. */
function shellOf(bundle: Bundle): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk') return
    found.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const needed of chunk.imports) add(needed)
  }
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const holds = ({ modules }: Chunk, screen: string) => Object.keys(modules).some((module) => module.endsWith(screen))
  const missing = shellScreens.filter((screen) => !chunks.some((chunk) => holds(chunk, screen)))
  if (missing.length > 0) throw new Error(`no script begins with ${missing.join(', ')}, which the service worker is to keep`)
  for (const chunk of chunks) if (chunk.isEntry || shellScreens.some((screen) => holds(chunk, screen))) add(chunk.fileName)
  for (const file of Object.keys(bundle)) if (font.test(file)) found.add(file)
  return [...found]
}

const textOf = (one: Bundle[string] | undefined): string => {
  if (one?.type !== 'asset') throw new Error('the service worker is written before the page')
  return typeof one.source === 'string' ? one.source : Buffer.from(one.source).toString()
}

async function written(shell: { build: string; files: string[] }): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..'),
    publicDir: false,
    define: { shell: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, '../worker/worker.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const [script] = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error('the service worker could not be written')
  return script.code
}
