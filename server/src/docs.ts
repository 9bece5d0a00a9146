import scalar from '@scalar/fastify-api-reference'
import type { Routes } from '#core/http.ts'
import { openApi } from '#core/openapi.ts'
import { guide, textPaths } from './features/h2h/guide.ts'

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
  const document = openApi(routes.calls, { version, description: guide, morePaths: textPaths })
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
