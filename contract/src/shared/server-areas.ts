/**
 * First path segments that the server answers itself. All other paths belong to the web page: the service worker serves the page for them without a
 * request, even offline.
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
