/** As the build of the page writes them (web/index.html). */
const named = /<(?:script type="module"|link rel="(modulepreload|stylesheet)") crossorigin (?:src|href)="(\/assets\/[\w.-]+)">/g

/**
 * The files that a page begins with, as a `Link` header (RFC 8288): a browser asks for them when the head of the answer is there, a quarter of a second
 * before a slow phone has read the page. Undefined for a page that names none.
 */
export function firstFilesOf(html: string): string | undefined {
  const links = [...html.matchAll(named)].map(([, rel, file]) =>
    rel === 'stylesheet' ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload; crossorigin`,
  )
  return links.length > 0 ? links.join(', ') : undefined
}
