/** Matches the tags that the web build writes (web/index.html). */
const named = /<(?:script type="module"|link rel="(modulepreload|stylesheet)") crossorigin (?:src|href)="(\/assets\/[\w.-]+)">/g

/**
 * The page's initial files as a `Link` header (RFC 8288). Browsers request them when the response headers arrive, a quarter of a second before a slow
 * phone has parsed the page. Undefined for a page without such files.
 */
export function firstFilesOf(html: string): string | undefined {
  const links = [...html.matchAll(named)].map(([, rel, file]) =>
    rel === 'stylesheet' ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload; crossorigin`,
  )
  return links.length > 0 ? links.join(', ') : undefined
}
