import { expect, test, vi } from 'vitest'
import type { StoredLine } from '#features/ordering/purchases/buying/many-stored.ts'

test('removes a list of orders whose sending has begun when the session ends, also from memory', async () => {
  const kept: Record<string, string> = {}
  const forgets = { getItem: (name: string) => kept[name] ?? null, removeItem: (name: string) => Reflect.deleteProperty(kept, name) }
  vi.stubGlobal(
    'localStorage',
    Object.assign(kept, { ...forgets, setItem: (name: string, text: string) => Object.assign(kept, { [name]: text }) }),
  )
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { addEventListener: () => undefined })
  const { openSession, closeSession } = await import('#lib/session.ts')
  const { storeList, readStoredLines } = await import('./many-stored.ts')
  const as = (id: number) => openSession({ token: `token ${id}`, user: { id } } as never)
  as(1)
  storeList([{ order: { target: '081211112222', reffclient: 'R1' }, state: { name: 'ready' } } as StoredLine])
  expect(readStoredLines().map(({ order }) => order.target)).toEqual(['081211112222'])
  // The same as signing in with another account without a reload of the web app.
  closeSession()
  as(2)
  expect(readStoredLines()).toEqual([])
  vi.unstubAllGlobals()
})
