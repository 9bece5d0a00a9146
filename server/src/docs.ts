import { createGunzip } from 'node:zlib'
import { callbackChallenge, callbackChallengeAnswer } from '@lapak/contract/partners/callbacks'
import type { Access, Call } from '@lapak/contract/shared/call'
import type { Routes } from '#http/http.ts'
import { type OpenApiOptions, openApi } from '#http/openapi.ts'
import { endUnlessRead } from '#http/server-limits.ts'
import { inTurns } from '#jobs/yielding.ts'
import type { Config } from '#shared/config.ts'
import { partnerGuide } from './contexts/ordering/intake/guide.ts'
import { sellersGuide } from './contexts/ordering/purchases/sellers-guide/guide.ts'
import type { Timing } from './contexts/ordering/purchases/settlement/decide.ts'
import { callbacksGuide } from './contexts/partners/callbacks/guide.ts'
import { openReader, type ReaderOptions } from './docs-reader.ts'
import { channelAdapters } from './partner-api/partner-api.ts'

const bearer = { name: 'bearer', type: 'http', scheme: 'bearer' } as const

/** The chapters are in an order that is useful to a newcomer; the channels of buyers' software come before them. */
const chapters: OpenApiOptions['chapters'] = {
  client: { title: 'Masuk dan pendaftaran, dengan client credentials', scheme: { name: 'client', type: 'http', scheme: 'basic' } },
  member: { title: 'Halaman member', scheme: bearer },
  seller: { title: 'Halaman suplier', scheme: bearer },
  admin: { title: 'Halaman admin', scheme: bearer },
  secret: { title: 'Server suplier' },
  public: { title: 'Tanpa masuk' },
}

type Guides = Record<'buyers' | 'sellers', string>

interface Group {
  title: string
  /** Accesses of the calls in this group; calls with access `key` belong to the channels. If absent, the group contains all calls. */
  accesses?: readonly Access[]
  introduction?(guides: Guides): string
}

/**
 * The API reference in groups by audience: rendering all of it takes browsers twice as long, and no reader needs all of it. The first group is at
 * `/docs/`, the other groups are below `/docs/` by name; the last group contains everything, for searching.
 */
const groups: Readonly<Record<string, Group>> = {
  '': { title: 'Software pembeli', accesses: ['key'], introduction: ({ buyers }) => buyers },
  suplier: { title: 'Server suplier', accesses: ['secret'], introduction: ({ sellers }) => sellers },
  masuk: { title: 'Masuk dan pendaftaran', accesses: ['client', 'public'] },
  member: { title: 'Halaman member', accesses: ['member'] },
  seller: { title: 'Halaman suplier', accesses: ['seller'] },
  admin: { title: 'Halaman admin', accesses: ['admin'] },
  semua: { title: 'Semua', introduction: ({ buyers, sellers }) => `${buyers}\n\n${sellers}` },
}

const documentOf = (group: string) => (groups[group]?.accesses ? `/docs/${group || 'pembeli'}.json` : '/openapi.json')

const navigationIn = (here: string) => {
  const links = Object.entries(groups).map(
    ([group, { title }]) => `<a href="/docs/${group}"${group === here ? ' aria-current="page"' : ''}>${title}</a>`,
  )
  // On a phone the bar is wider than the screen, so the current group is scrolled into view.
  const show = "document.querySelector('.groups [aria-current]').scrollIntoView({ inline: 'center', block: 'nearest' })"
  return `<nav class="groups" aria-label="Bagian dokumentasi">${links.join('')}</nav><script>${show}</script>`
}

/**
 * The reader is a third-party program of 4 MB with inline script and styles, so it runs in a sandbox: it has an opaque origin and can access neither
 * the web app's token nor other stored data. It may only connect to this server.
 */
const policy =
  "sandbox allow-scripts allow-popups allow-downloads; default-src 'self'; base-uri 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

/** The reader stores its choices, but a sandbox has no storage, so the reader gets a storage that lasts as long as the page is open. */
const storage = `
  for (const name of ['localStorage', 'sessionStorage']) {
    const kept = new Map()
    Object.defineProperty(window, name, { value: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() { return kept.size },
    } })
  }
`

/** Tables do not break words, and code lines scroll instead of wrapping. */
const css = `
  .markdown td, .markdown th { word-break: normal !important; overflow-wrap: normal !important; padding: 6px 10px !important; }
  .markdown td code, .markdown th code { white-space: nowrap; }
  .markdown table { display: block !important; overflow-x: auto !important; max-width: 100% !important; }
  :root { --scalar-custom-header-height: 45px; }
  .groups { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 45px; display: flex; gap: 4px; align-items: center; padding: 0 12px;
    overflow-x: auto; white-space: nowrap; font: 14px system-ui, sans-serif;
    background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color); }
  .groups a { padding: 6px 10px; border-radius: 6px; color: var(--scalar-color-1); text-decoration: none; }
  .groups a:hover, .groups [aria-current] { background: var(--scalar-background-3); }
  .groups a:focus-visible { outline: 2px solid var(--scalar-color-accent); outline-offset: -2px; }
`

const readerOptions: ReaderOptions = {
  url: documentOf('semua'),
  pageTitle: 'API Lapak',
  favicon: 'data:,',
  withDefaultFonts: false,
  customCss: css,
  // Features that would send readers or the document to third-party services.
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Its requests would have an opaque origin, which no call accepts.
  hideTestRequestButton: true,
}

const webhooks: OpenApiOptions['webhooks'] = {
  'callback.challenge': {
    summary: 'Verify a callback endpoint: the first request to it, to be answered with its challenge',
    body: callbackChallenge,
    answer: callbackChallengeAnswer,
  },
}

/** Serves `/openapi.json`, and `/docs` with the reference and the guide. Must be called after all API calls are registered. */
export async function serveDocs(routes: Routes, version: string, keptDays: number, config: Timing & Pick<Config, 'outgoingAddresses'>) {
  const guides = async (): Promise<Guides> => ({
    buyers: partnerGuide([...channelAdapters.map((channel) => channel.guide), callbacksGuide(keptDays)]),
    sellers: await sellersGuide(config),
  })
  const write = async (calls: readonly Call[], options: Pick<OpenApiOptions, 'title' | 'description' | 'webhooks'>) =>
    // Bytes, so that all connections that read it slowly share one copy.
    Buffer.from(JSON.stringify(await inTurns(openApi(calls, { version, chapters, ...options }))))
  const documents = Object.entries(groups).map(([group, { title, accesses, introduction }]) => ({
    address: documentOf(group),
    document: whenAsked(async () => {
      const calls = accesses ? routes.calls.filter(({ channel, access }) => accesses.includes(channel ? 'key' : access)) : routes.calls
      const description = introduction?.(await guides()) ?? ''
      const ofChannels = accesses === undefined || accesses.includes('key')
      return write(calls, { title: accesses ? title : 'Lapak', description, webhooks: ofChannels ? webhooks : {} })
    }),
  }))
  // The documents are public, and the sandbox fetches them with an opaque origin.
  for (const { address, document } of documents)
    routes.raw.get(address, async (_, reply) => {
      endUnlessRead(reply, reply.server.clocks.answerMs)
      return reply
        .header('access-control-allow-origin', '*')
        .type('application/json; charset=utf-8')
        .send(await document())
    })
  await routes.raw.register(async (docs) => {
    docs.addHook('onSend', async (_, reply) => {
      endUnlessRead(reply, reply.server.clocks.answerMs)
      reply.header('content-security-policy', policy).header('cross-origin-resource-policy', 'cross-origin')
    })
    docs.get('/docs', (_, reply) => reply.redirect('/docs/', 301))
    for (const group of Object.keys(groups))
      docs.get(`/docs/${group}`, async (_, reply) => reply.type('text/html; charset=utf-8').send(pageOf(group, (await reader()).page)))
    docs.get('/docs/js/scalar.js', async ({ headers }, reply) => {
      const { script } = await reader()
      reply.type('application/javascript; charset=utf-8').header('vary', 'accept-encoding')
      if (/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.header('content-encoding', 'gzip').send(script)
      return reply.send(createGunzip().end(script))
    })
  })
}

/** The package's page, adapted to one group. */
const pageOf = (group: string, page: string) =>
  page
    .replace('<head>', `<head><script>${storage}</script>`)
    .replace('"js/scalar.js"', '"/docs/js/scalar.js"')
    .replace(documentOf('semua'), documentOf(group))
    .replace('<div id="app">', `${navigationIn(group)}<div id="app">`)

/** Read from its package on first use. */
const reader = whenAsked(() => openReader(readerOptions))

/** Computes a value on first use and caches it, since most processes never need it. After a failure the next call tries again. */
function whenAsked<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
