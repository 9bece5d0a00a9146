/*
 * The service worker. It opens the web app without a network, and shows push messages. It caches the shell files of its build, and the scripts and
 * styles of visited screens. It never handles answers of the server about money or people, and it sends no requests by itself: an order is sent only
 * when the user presses the button.
 */
import { serverAreas } from '@lapak/contract/shared/server-areas'

declare const self: ServiceWorkerGlobalScope
/** The build inserts the list of the shell files, and a name that changes when any of these files changes. */
declare const shell: { build: string; files: readonly string[] }

const shellCache = `lapak-shell-${shell.build}`
const visitedCache = `lapak-visited-${shell.build}`
/** The server sends a `Vary` header for the compression, which the requests of the worker cannot match. */
const anyForm = { ignoreVary: true }
const page = '/index.html'

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(dropFormer().then(() => self.clients.claim())))
self.addEventListener('message', (event) => {
  // The web app sends this message when the user accepts the new version, so that a document with unsent input is not replaced.
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

/** Whether the path is that of a screen. File names contain a dot, paths of screens do not. */
const isOfPage = (pathname: string) => !serverAreas.includes(pathname.split('/')[1] ?? '') && !/\.[^/]*$/.test(pathname)

/**
 * Caches all shell files or fails: a worker with an incomplete shell is not installed. Files that an earlier build cached are not downloaded again.
 */
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

/**
 * Returns a shell file from the cache. A browser that runs out of storage may have deleted the cache; the file is then loaded from the server, as
 * without a worker.
 */
const kept = async (file: string, request: Request): Promise<Response> =>
  (await caches.match(file, { ...anyForm, cacheName: shellCache })) ?? fetch(request)

/** Returns a script, style or font. Its name contains a hash of the content, so a cached file never becomes outdated. */
async function asset(event: FetchEvent): Promise<Response> {
  const known = await caches.match(event.request, anyForm)
  if (known) return known
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(keepVisited(event.request, response.clone()))
  return response
}

/** Caches a file of a visited screen. If the storage is full, the file is loaded from the server again the next time. */
async function keepVisited(request: Request, response: Response) {
  const cache = await caches.open(visitedCache)
  await cache.put(request, response).catch(() => undefined)
}

/** The content of a push message (`server/src/contexts/system/push/send.ts`). */
interface Pushed {
  judul: string
  teks: string
  tautan: string
  tag: string
}

/** Shows a push message as a notification, even if a window is open: browsers cancel subscriptions that do not show a notification. */
function show(data: PushMessageData | null): Promise<void> {
  const { judul, teks, tautan, tag } = { judul: 'Lapak', teks: 'Ada kabar baru', tautan: '/notifikasi', tag: 'lapak', ...read(data) }
  // A newer notification about the same subject replaces the previous notification and alerts the user again.
  const options = { body: teks, tag, renotify: true, icon: '/icons/lapak-192.png', badge: '/icons/badge-96.png', lang: 'id', data: tautan }
  return self.registration.showNotification(judul, options)
}

/** Parses a push message. Our server encrypted it, but it may have the format of another version. */
function read(data: PushMessageData | null): Partial<Pushed> {
  try {
    const said: unknown = data?.json()
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}

/** Returns the path of a link if it belongs to this origin, whatever the push message contains. */
function pathOf(link: string): string {
  const { origin, pathname, search } = new URL(link, self.location.origin)
  return origin === self.location.origin ? pathname + search : '/notifikasi'
}

/** An open window navigates by itself, so that it can ask for confirmation before unsent input is lost. */
async function open(link: string) {
  const path = pathOf(link)
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) return void (await self.clients.openWindow(path))
  window.postMessage({ go: path })
  await window.focus()
}

/** Ends the push subscription, which belonged to the session that has ended. */
async function endPush() {
  const subscription = await self.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function closeNotices() {
  for (const notice of await self.registration.getNotifications()) notice.close()
}
