/**
 * What an address begins with that the server answers itself. All others are the page's: the service worker opens it for them without
 * asking, also without a network.
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
