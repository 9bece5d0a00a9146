/* Inlines `begin-early.ts` into index.html, with the files and requests of each screen. */
import { join } from 'node:path'
import { accessCalls } from '@lapak/contract/auth/access'
import { catalogueCalls, categoriesPerPage } from '@lapak/contract/catalogue/catalogue'
import { priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import { chatCalls } from '@lapak/contract/community/chat'
import { topUpCalls } from '@lapak/contract/funds/top-ups'
import { walletCalls } from '@lapak/contract/funds/wallet'
import { favouriteCalls } from '@lapak/contract/market-data/favourites'
import { buyerOptionCalls } from '@lapak/contract/ordering/buyer-options'
import { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import { purchaseCalls } from '@lapak/contract/ordering/purchases'
import { sellerCalls } from '@lapak/contract/selling/sellers'
import type { Call } from '@lapak/contract/shared/call'
import { bannerCalls } from '@lapak/contract/system/banners'
import { locationCalls } from '@lapak/contract/system/locations'
import { maintenanceCalls } from '@lapak/contract/system/maintenance'
import { notificationCalls } from '@lapak/contract/system/notifications'
import { minify, type Plugin, type Rolldown } from 'vite'
import { beginEarly, type EarlyScreens } from './begin-early.ts'
import { frameModule, routePages, sources } from './route-pages.ts'

const pathsOf = (...calls: Call[]): string[] => calls.map(({ path }) => path)

/**
 * Only requests whose URL is the same for all members on the same day; e2e/specs/app/first-paint.e2e.ts fails if no screen takes over the answer to a
 * request.
 */
const calls: EarlyScreens['calls'] = {
  always: [maintenanceCalls.read.path],
  member: [accessCalls.profile.path],
  complete: pathsOf(walletCalls.balance, chatCalls.unread, notificationCalls.unread),
}
const today = 'awal={0}&akhir={0}'
const bought = `${purchaseCalls.today.path}?${today}`
const home = [
  ...pathsOf(bannerCalls.shown, sellerCalls.bestHits, purchaseCalls.recentTargets, favouriteCalls.list),
  bought,
  `${purchaseCalls.today.path}?awal={7}&akhir={0}&statustrx=0`,
]
const asksFor: Record<string, string[]> = {
  '/': home,
  '/home': home,
  '/product': [`${catalogueCalls.categories.path}?size=${categoriesPerPage}`],
  '/tambahsaldo': pathsOf(topUpCalls.methods),
}

const firstRows = 'page=0&size=10&sort=id%2CDESC'
/** Requests that a screen makes at its default URL, mainly for the first pages of lists. `alsoLoads` is a module that the screen imports later. */
const exactly: Record<string, { asksFor: string[]; sortedBy?: string; alsoLoads?: string }> = {
  '/profile': { asksFor: pathsOf(locationCalls.provinces) },
  '/trxpembelian': { sortedBy: 'sort.purchases', asksFor: [bought, `${purchaseCalls.list.path}?${today}&${firstRows}`] },
  '/trxpembelian?tab=produk': {
    sortedBy: 'sort.buying-list',
    asksFor: [
      buyerOptionCalls.read.path,
      `${buyingListCalls.list.path}?${firstRows}`,
      `${priceChangeCalls.list.path}?page=0&size=100&sort=id%2CDESC&kind=price%2Cspecial`,
    ],
    alsoLoads: 'routes/buying-list-tab.tsx',
  },
  '/histori': { sortedBy: 'sort.histories', asksFor: [`${walletCalls.histories.path}?${today}&${firstRows}`] },
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } }

export function earlyScreens(): Plugin {
  return {
    name: 'early-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(_, { bundle = {} }) {
        const data = {
          ...filesOf(Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')),
          calls,
          pictured: bannerCalls.shown.path,
        }
        // Escaping `<` keeps the data from ending the script or opening an HTML comment.
        const text = `(${beginEarly})(${JSON.stringify(data).replaceAll('<', '\\u003c')})`
        const { code } = await minify('early.js', text)
        const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(file))
        return [
          { tag: 'script', children: code.trim(), injectTo: 'head-prepend' as const },
          // The font is inserted after the scripts, because text is shown in the system font until the font is loaded.
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', fetchpriority: 'low', href: `/${font}` },
            injectTo: 'head' as const,
          },
        ]
      },
    },
  }
}

/**
 * The files that each screen needs in addition to the start files of index.html. The files of the frame are added first, so the file at index 0
 * belongs to the frame, and a screen with this file is inside the frame.
 */
function filesOf(chunks: Chunk[]): Pick<EarlyScreens, 'files' | 'screens' | 'exactly'> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closureOf = (chunk: Chunk | undefined, reached = new Set<Chunk>()): Set<Chunk> => {
    if (!chunk || reached.has(chunk)) return reached
    reached.add(chunk)
    for (const file of chunk.imports) closureOf(named.get(file), reached)
    return reached
  }
  const filesIn = (of: Iterable<Chunk>) => [...of].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
  const holderOf = (module: string) => chunks.find(({ modules }) => module in modules)
  const start = new Set(filesIn(closureOf(chunks.find(({ isEntry }) => isEntry))))

  const files: string[] = []
  const positionOf = (file: string) => {
    const at = files.indexOf(file)
    return at >= 0 ? at : files.push(file) - 1
  }
  const beyondStart = (module: string) =>
    filesIn(closureOf(holderOf(module)))
      .filter((file) => !start.has(file))
      .map((file) => positionOf(`/${file}`))
  const frame = beyondStart(frameModule)
  // An unknown path gets the files of the frame: it belongs to the part behind the sign-in.
  const screens: EarlyScreens['screens'] = { '': { files: frame, calls: [] } }
  for (const { path, module, inFrame, ofFew } of routePages) {
    if (!path || ofFew || path.endsWith('/$') || path === '$') continue
    const all = new Set([...(inFrame ? frame : []), ...beyondStart(module)])
    screens[path] = { files: [...all], calls: asksFor[path] ?? [] }
  }
  const more = Object.entries(exactly).map(([address, { asksFor, sortedBy, alsoLoads }]) => {
    const before = screens[address.split('?', 1)[0] ?? '']?.files ?? []
    const added = alsoLoads ? beyondStart(join(sources, alsoLoads)).filter((at) => !before.includes(at)) : []
    if (alsoLoads && added.length === 0) throw new Error(`${alsoLoads} is not loaded later`)
    return [address, { sortedBy, files: added, calls: asksFor }]
  })
  return { files, screens, exactly: Object.fromEntries(more) }
}
