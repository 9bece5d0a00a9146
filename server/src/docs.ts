import scalar from '@scalar/fastify-api-reference'
import type { Routes } from '#core/http.ts'
import { type OpenApiOptions, openApi } from '#core/openapi.ts'
import { doors } from './doors/doors.ts'
import { callbacksGuide } from './features/callbacks/guide.ts'
import { guide } from './features/intake/guide.ts'

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

/** Its reader brings inline script and styles, so this page alone has a looser policy; it still talks to nobody else. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

/** Words stay whole in the tables, and code lines scroll rather than break. */
const css = `
  .markdown td, .markdown th { word-break: normal !important; overflow-wrap: normal !important; padding: 6px 10px !important; }
  .markdown td code, .markdown th code { white-space: nowrap; }
  .markdown table { display: block; overflow-x: auto; max-width: 100%; }
`

/** `/openapi.json`, and `/docs` that shows it with the guide. Called when every call is registered. */
export async function serveDocs(routes: Routes, version: string) {
  const description = guide([...doors.map((door) => door.guide), callbacksGuide])
  const document = openApi(routes.calls, { title: 'Lapak', version, description, chapters })
  routes.raw.get('/openapi.json', () => document)
  await routes.raw.register(async (docs) => {
    docs.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', policy)
    })
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
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
      },
    })
  })
}
