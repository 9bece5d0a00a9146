import { createGunzip } from 'node:zlib'
import { callbackChallenge, callbackChallengeAnswer } from '@lapak/contract/callbacks'
import type { Config } from '#core/config.ts'
import type { Routes } from '#core/http.ts'
import { inTurns } from '#core/in-turns.ts'
import { type OpenApiOptions, openApi } from '#core/openapi.ts'
import { openReader, type ReaderOptions } from './docs-reader.ts'
import { doors } from './doors/doors.ts'
import { callbacksGuide } from './features/callbacks/guide.ts'
import { guide } from './features/intake/guide.ts'
import { sellersGuide } from './features/purchases/sellers-guide/guide.ts'
import type { Timing } from './features/purchases/settling/decide.ts'

const bearer = { name: 'bearer', type: 'http', scheme: 'bearer' } as const

/** In the order in which a newcomer asks; the doors of buyers' software come before them. */
const chapters: OpenApiOptions['chapters'] = {
  client: { title: 'Masuk dan pendaftaran, dengan client credentials', scheme: { name: 'client', type: 'http', scheme: 'basic' } },
  member: { title: 'Halaman member', scheme: bearer },
  seller: { title: 'Halaman suplier', scheme: bearer },
  admin: { title: 'Halaman admin', scheme: bearer },
  secret: { title: 'Server suplier' },
  public: { title: 'Tanpa masuk' },
}

/**
 * The reader is somebody else's program of 4 MB with inline script and styles, so it runs in a sandbox: for the browser it is of no
 * origin, and sees neither the page's token nor anything else that is kept there. It talks to nobody but us.
 */
const policy =
  "sandbox allow-scripts allow-popups allow-downloads; default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

/** The reader keeps its choices in storage, which a sandbox has not: it gets one that lasts as long as the page. */
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

/** Words stay whole in the tables, and code lines scroll rather than break. */
const css = `
  .markdown td, .markdown th { word-break: normal !important; overflow-wrap: normal !important; padding: 6px 10px !important; }
  .markdown td code, .markdown th code { white-space: nowrap; }
  .markdown table { display: block; overflow-x: auto; max-width: 100%; }
`

const readerOptions: ReaderOptions = {
  url: '/openapi.json',
  pageTitle: 'API Lapak',
  favicon: 'data:,',
  withDefaultFonts: false,
  customCss: css,
  // What would send readers or the document to somebody else's service.
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // It would ask from no origin, which no call answers.
  hideTestRequestButton: true,
}

const webhooks: OpenApiOptions['webhooks'] = {
  'callback.challenge': {
    summary: 'The first thing that is sent to a callback address; answered with its challenge, it proves the address',
    body: callbackChallenge,
    answer: callbackChallengeAnswer,
  },
}

/** `/openapi.json`, and `/docs` that shows it with the guide. Called when every call is registered. */
export async function serveDocs(routes: Routes, version: string, keptDays: number, config: Timing & Pick<Config, 'outgoingAddresses'>) {
  const write = async () => {
    const description = [guide([...doors.map((door) => door.guide), callbacksGuide(keptDays)]), await sellersGuide(config)].join('\n\n')
    return JSON.stringify(await inTurns(openApi(routes.calls, { title: 'Lapak', version, description, chapters, webhooks })))
  }
  const document = whenAsked(write)
  // Public, and read from no origin by the sandbox.
  routes.raw.get('/openapi.json', async (_, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(await document()),
  )
  await routes.raw.register(async (docs) => {
    docs.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', policy).header('cross-origin-resource-policy', 'cross-origin')
    })
    docs.get('/docs', (_, reply) => reply.redirect('/docs/', 301))
    docs.get('/docs/', async (_, reply) => {
      const { page } = await reader()
      return reply.type('text/html; charset=utf-8').send(page.replace('<head>', `<head><script>${storage}</script>`))
    })
    docs.get('/docs/js/scalar.js', async ({ headers }, reply) => {
      const { script } = await reader()
      reply.type('application/javascript; charset=utf-8').header('vary', 'accept-encoding')
      if (/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.header('content-encoding', 'gzip').send(script)
      return reply.send(createGunzip().end(script))
    })
  })
}

/** Taken out of its package when somebody first asks. */
const reader = whenAsked(() => openReader(readerOptions))

/** Made when somebody first asks, and kept: most processes are never asked. What failed is tried again with the next. */
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
