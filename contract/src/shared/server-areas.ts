/**
 * First path segments of the URLs that the server answers itself. All other paths belong to the web app: for these, the service worker returns the
 * page without a request, even offline.
 */
export const serverAreas: readonly string[] = [
  'api',
  'dev',
  'docs',
  'h2h',
  'healthz',
  'metrics',
  'oauth',
  'openapi.json',
  'private',
  'public',
  'readyz',
  'socket.io',
  'socialauth',
]
