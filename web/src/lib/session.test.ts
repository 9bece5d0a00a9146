import { beforeEach, expect, test, vi } from 'vitest'

/** The storage of this browser and of this tab. On a shared device, no data of a member may remain for the next member. */
const kept = new Map<string, string>()
const ofTab = new Map<string, string>()
const worker = vi.fn()
const went = vi.fn()
let heard: Record<string, (event: object) => void>

beforeEach(() => {
  kept.clear()
  ofTab.clear()
  worker.mockReset()
  went.mockReset()
  heard = {}
  vi.resetModules()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => Object.assign(localStorage, { [name]: text }) && kept.set(name, text),
    removeItem: (name: string) => Reflect.deleteProperty(localStorage, name) && kept.delete(name),
  }
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => ofTab.get(name) ?? null,
    setItem: (name: string, text: string) => ofTab.set(name, text),
    removeItem: (name: string) => ofTab.delete(name),
  })
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage: worker } } })
  vi.stubGlobal('window', {
    addEventListener: (name: string, hear: (event: object) => void) => {
      heard[name] = hear
    },
    location: { pathname: '/trxpembelian', search: '?search=0812', replace: (path: string) => went(path), reload: () => went('again') },
  })
})

const sessionOf = (id: number) => ({ token: `token ${id}`, user: { id } }) as never
const elsewhere = (session: object | null) => {
  if (session) kept.set('lapak.session', JSON.stringify(session))
  else kept.delete('lapak.session')
  heard.storage?.({ key: 'lapak.session' })
}

test('ending the session removes the stored data of the member, and a later write stores nothing', async () => {
  const { openSession, closeSession, sessionItem } = await import('./session.ts')
  const own = sessionItem('known')
  openSession(sessionOf(1))
  worker.mockReset()
  own.write('saldo')
  expect(own.read()).toBe('saldo')
  closeSession()
  expect([own.read(), worker.mock.calls]).toEqual([null, [['forget']]])
  own.write('saldo, terlambat')
  expect(own.read()).toBe(null)
})

test('ending the session also removes copies of the data in memory', async () => {
  const { openSession, closeSession, sessionItem } = await import('./session.ts')
  const own = sessionItem('unsent')
  let held: string | null = null
  own.onReplaced(() => {
    held = own.read()
  })
  openSession(sessionOf(1))
  own.write('pesan')
  held = 'pesan'
  closeSession()
  expect(held).toBe(null)
  openSession(sessionOf(1))
  own.write('pesan')
  held = 'pesan'
  openSession(sessionOf(2))
  expect(held).toBe(null)
})

test('a page whose session was replaced by another tab does not write any data, even before it receives the event', async () => {
  const { openSession, sessionItem } = await import('./session.ts')
  openSession(sessionOf(1))
  kept.set('lapak.session', JSON.stringify(sessionOf(2)))
  sessionItem('known').write('saldo')
  expect(sessionItem('known').read()).toBe(null)
})

test('signing in as another member removes the stored data of the previous member', async () => {
  const { openSession, sessionItem } = await import('./session.ts')
  openSession(sessionOf(1))
  sessionItem('unsent').write('pesan')
  openSession(sessionOf(1))
  expect(sessionItem('unsent').read()).toBe('pesan')
  openSession(sessionOf(2))
  expect(sessionItem('unsent').read()).toBe(null)
})

test('a tab redirects when another tab signs in as another member or ends the session', async () => {
  const { openSession } = await import('./session.ts')
  openSession(sessionOf(1))
  elsewhere({ token: 'renewed', user: { id: 1 } })
  expect(went).not.toHaveBeenCalled()
  // A suspended tab receives the event of the new session and the event of its end together.
  elsewhere({ token: 'token 2', user: { id: 2 } })
  expect(went.mock.calls).toEqual([['/']])
  elsewhere(null)
  expect(went.mock.calls).toEqual([['/'], ['/login']])
})

test('a page that is restored from the back/forward cache reloads if its session has ended', async () => {
  const { openSession } = await import('./session.ts')
  openSession(sessionOf(1))
  heard.pageshow?.({ persisted: true })
  expect(went).not.toHaveBeenCalled()
  kept.delete('lapak.session')
  heard.pageshow?.({ persisted: false })
  expect(went).not.toHaveBeenCalled()
  heard.pageshow?.({ persisted: true })
  expect(went.mock.calls).toEqual([['again']])
})

test('a late profile does not restore a session that another tab ended or replaced', async () => {
  const { openSession, storeUser } = await import('./session.ts')
  openSession(sessionOf(1))
  storeUser({ id: 1, name: 'Anna' } as never)
  expect(kept.get('lapak.session')).toContain('Anna')
  kept.delete('lapak.session')
  storeUser({ id: 1, name: 'Anna' } as never)
  expect(kept.get('lapak.session')).toBeUndefined()
  kept.set('lapak.session', JSON.stringify(sessionOf(2)))
  storeUser({ id: 1, name: 'Anna' } as never)
  expect(kept.get('lapak.session')).toContain('token 2')
})

test('after an expired session, signing in again opens the previous page only for the same member', async () => {
  const { openSession, leaveSession, storeRequestedPath, takeRequestedPath } = await import('./session.ts')
  openSession(sessionOf(1))
  leaveSession('Token has expired')
  openSession(sessionOf(1))
  expect(takeRequestedPath()).toBe('/trxpembelian?search=0812')
  leaveSession('Token has expired')
  openSession(sessionOf(2))
  expect(takeRequestedPath()).toBe(null)
  leaveSession()
  // A URL that was requested without a session is opened for any member that signs in next.
  storeRequestedPath('/produk?cari=telkomsel data')
  openSession(sessionOf(1))
  expect([takeRequestedPath(), takeRequestedPath()]).toEqual(['/produk?cari=telkomsel data', null])
  for (const elsewhere of ['//elsewhere', '/\\elsewhere', 'https://elsewhere', '/']) {
    storeRequestedPath(elsewhere)
    expect(takeRequestedPath(), elsewhere).toBe(null)
  }
})
