/*
 * The service worker: opens the page without a network, and shows what is pushed. It keeps the shell of its build, and of the screens
 * that were visited their scripts and styles. What the server says of money or people it never sees, let alone keeps, and it sends
 * nothing by itself: an order leaves when somebody presses, or not at all.
 */
import { serverAreas } from '@lapak/contract/shared/server-areas'

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
  if (event.data === 'forget') event.waitUntil(Promise.all([caches.delete(visitedCache), endPush(), closeNotices()]))
})
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') {
    if (isOfPage(pathname)) event.respondWith(kept(page, event.request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (shell.files.includes(pathname)) event.respondWith(kept(pathname, event.request))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data as string))
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
async function asset(event: FetchEvent): Promise<Response> {
  const known = await caches.match(event.request, anyForm)
  if (known) return known
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(keepVisited(event.request, response.clone()))
  return response
}

/** Where there is no room, it comes from the server the next time as well. */
async function keepVisited(request: Request, response: Response) {
  const cache = await caches.open(visitedCache)
  await cache.put(request, response).catch(() => undefined)
}

/** What the server pushes (`server/src/contexts/system/push/send.ts`). */
interface Pushed {
  judul: string
  teks: string
  tautan: string
  tag: string
}

/** Always, also where a window is open: browsers end subscriptions that show nothing. */
function show(data: PushMessageData | null): Promise<void> {
  const { judul, teks, tautan, tag } = { judul: 'Lapak', teks: 'Ada kabar baru', tautan: '/notifikasi', tag: 'lapak', ...read(data) }
  // The newest of a matter takes the place of the one before, and is heard again.
  const options = { body: teks, tag, renotify: true, icon: '/icons/lapak-192.png', badge: '/icons/badge-96.png', lang: 'id', data: tautan }
  return self.registration.showNotification(judul, options)
}

/** Our own server encrypted it, but of another version it may be. */
function read(data: PushMessageData | null): Partial<Pushed> {
  try {
    const said: unknown = data?.json()
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}

/** Within our own origin only, whatever was pushed. */
function pathOf(link: string): string {
  const { origin, pathname, search } = new URL(link, self.location.origin)
  return origin === self.location.origin ? pathname + search : '/notifikasi'
}

/** A window that is open goes there itself, so that it can ask before something typed is lost. */
async function open(link: string) {
  const path = pathOf(link)
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) return void (await self.clients.openWindow(path))
  window.postMessage({ go: path })
  await window.focus()
}

/** The subscription is the session's, which is over. */
async function endPush() {
  const subscription = await self.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function closeNotices() {
  for (const notice of await self.registration.getNotifications()) notice.close()
}
