import { describe, expect, test } from 'vitest'
import { routePages } from '../../web/build/route-pages.ts'
import { opensRoute, type PageTable, readPageTable } from './page-table.ts'
import { type Candidate, isNamedLike, nearestTests, stepsBetween, withinAllowance } from './quick.ts'

const nothingOpened: PageTable = { specsFor: () => [] }
const imported = (file: string): Candidate => ({ file, kind: 'server', distance: Number.POSITIVE_INFINITY })

describe('the list of tests near a change', () => {
  test('starts with the changed test itself, then tests in the same folder, then tests in other folders', () => {
    const changed = ['server/src/contexts/funds/wallet/wallet.ts', 'server/src/contexts/community/chat/chat.test.ts']
    const related = [
      'server/test/access.test.ts',
      'server/src/contexts/funds/wallet/mutasi.test.ts',
      'server/src/contexts/community/chat/chat.test.ts',
    ]
    const found = nearestTests(changed, related.map(imported), nothingOpened)
    expect(found.map(({ file }) => file)).toEqual([related[2], related[1], related[0]])
    expect(stepsBetween('server/test/access.test.ts', 'server/src/contexts/funds/wallet/wallet.ts')).toBe(6)
  })

  test('sorts page tests with the same name as the source first, then tests that open few other pages', () => {
    const table: PageTable = {
      specsFor: (source) =>
        source === 'web/src/features/ordering/disputes/dispute-list.tsx'
          ? [
              { spec: 'e2e/specs/app/journey.e2e.ts', pages: 2, addresses: 40 },
              { spec: 'e2e/specs/ordering/purchases.page.ts', pages: 2, addresses: 3 },
              { spec: 'e2e/specs/ordering/disputes.e2e.ts', pages: 2, addresses: 9 },
              { spec: 'e2e/specs/screens/buying.e2e.ts', pages: 2, addresses: 60 },
            ]
          : [],
    }
    const found = nearestTests(['web/src/features/ordering/disputes/dispute-list.tsx'], [], table)
    expect(found.map(({ file, kind }) => `${kind} ${file.split('/').at(-1)}`)).toEqual([
      'browser disputes.e2e.ts',
      'page purchases.page.ts',
      'browser journey.e2e.ts',
      'screens buying.e2e.ts',
    ])
    expect(isNamedLike('e2e/specs/funds/tickets.page.ts', 'web/src/routes/tickets-page.tsx')).toBe(true)
    expect(isNamedLike('e2e/specs/funds/tickets.page.ts', 'web/src/routes/ticketing-page.tsx')).toBe(false)
  })

  test('leaves out a test that is too long, and has the next one', () => {
    const candidates = ['near', 'dear', 'far'].map((file, distance) => ({ file, kind: 'server', distance }))
    const { chosen, left } = withinAllowance(candidates, { near: [3, 30], dear: [9, 5_000], far: [2, 2] })
    expect(chosen.map(({ file }) => file)).toEqual(['near', 'far'])
    expect(left.map(({ file }) => file)).toEqual(['dear'])
  })
})

describe('the table of pages', () => {
  test('finds a path in the text of a test, with values for its parameters', () => {
    const spec = ["page.goto('/histori?tab=x'); page.goto(`/supplier/$", "{id}?tab=ulasan`); link('/product/17')"].join('')
    expect(['/histori', '/supplier/$id', '/product/$id'].filter((path) => opensRoute(spec, path))).toHaveLength(3)
    expect(['/hist', '/supplier', '/product', '/tab'].filter((path) => opensRoute(spec, path))).toEqual([])
  })

  test('maps a source of one page to the tests that open this page, and a source of all pages to all tests', () => {
    const table = readPageTable()
    const specs = (source: string) => table.specsFor(source).map(({ spec }) => spec)
    const login = routePages.find(({ path }) => path === '/login')?.module.replace(/^.*\/web\//, 'web/') ?? ''
    expect(specs(login).length).toBeGreaterThan(0)
    expect(specs('web/src/main.tsx')).toEqual(expect.arrayContaining(specs(login)))
    expect(specs('web/src/main.tsx').length).toBeGreaterThan(specs(login).length)
    expect(specs('server/src/app.ts')).toEqual([])
  })
})
