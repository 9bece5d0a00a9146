/*
 * The service worker: opens the page without a network, and shows what is pushed. It keeps the shell of its build, and of the screens
 * that were visited their scripts and styles. What the server says of money or people it never sees, let alone keeps, and it sends
 * nothing by itself: an order leaves when somebody presses, or not at all.
 */
import { serverAreas } from '@lapak/contract/server-areas'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build: what is kept from the start, and a name that changes with any of it. */
declare const shell: { build: string; files: readonly string[] }

const shellCache = `lapak-shell-${shell.build}`
const visitedCache = `lapak-visited-${shell.build}`
/** The server names how it compressed in `Vary`, which a request of ours cannot say. */
const anyForm = { ignoreVary: true }
const page = '/index.html'

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(dropFormer().then(() => self.clients.claim())))
self.addEventListener('message', (event) => {
  // Said by the page once somebody wants the new version; a page with a half-filled form is not taken away.
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
  if (event.data === 'forget') event.waitUntil(caches.delete(visitedCache))
})
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') {
    if (isOfPage(pathname)) event.respondWith(kept(page, event.request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (shell.files.includes(pathname)) event.respondWith(kept(pathname, event.request))
})

/** Files have a dot in their name, and no screen's address has one. */
const isOfPage = (pathname: string) => !serverAreas.includes(pathname.split('/')[1] ?? '') && !/\.[^/]*$/.test(pathname)

/** All or nothing: a worker with half a shell is not installed. What an earlier build had as well is not fetched again. */
async function keepShell() {
  const cache = await caches.open(shellCache)
  await Promise.all(
    shell.files.map(async (file) => {
      const named = file.startsWith('/assets/')
      const known = named ? await caches.match(file, anyForm) : undefined
      const response = known ?? (await fetch(file, named ? undefined : { cache: 'reload' }))
      if (!response.ok || response.redirected) throw new Error(`${file}: ${response.status}`)
      await cache.put(file, response)
    }),
  )
}

async function dropFormer() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== shellCache && name !== visitedCache).map((name) => caches.delete(name)))
}

/** A browser that is short of room may have thrown the shell away; then it comes from the server, as it would without a worker. */
const kept = async (file: string, request: Request): Promise<Response> =>
  (await caches.match(file, { ...anyForm, cacheName: shellCache })) ?? fetch(request)

/** Its name says what is in it, so it never changes. */
async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request, anyForm)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(visitedCache)
    await cache.put(request, response.clone()).catch(() => undefined)
  }
  return response
}
