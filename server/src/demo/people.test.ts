import { expect, test } from 'vitest'
import { starterCategories } from '#contexts/catalogue/catalogue/starter-catalogue.ts'
import { firstOperators } from '../../test/operators.ts'
import { DEMO_PASSWORD, demoAdmin, demoBuyers, demoCashier, demoMembers, demoSellers } from './people.ts'

test('the accounts mentioned in the guides exist', () => {
  expect([demoAdmin, demoCashier].map(({ email }) => email)).toEqual(['admin@lapak.test', 'kasir@lapak.test'])
  expect(demoBuyers.map(({ email }) => email)).toEqual([
    'pembeli@lapak.test',
    'pembeli2@lapak.test',
    'pembeli3@lapak.test',
    'pembeli4@lapak.test',
  ])
  expect(demoBuyers[0]).toMatchObject({ name: 'Konter Berkah Cell', balance: 25_000_000n })
  expect(demoSellers).toHaveLength(6)
  expect(demoSellers[0]).toMatchObject({ email: 'penjual@lapak.test', shopOpen: true })
  expect(DEMO_PASSWORD).toBe('lapak1234')
})

test('every member is unique and has valid contact data', async () => {
  const { operators } = await firstOperators()
  for (const key of ['email', 'name', 'phone'] as const)
    expect(new Set(demoMembers.map((member) => member[key])).size).toBe(demoMembers.length)
  for (const { phone, place, balance, email } of demoMembers) {
    expect(operators.targetFits(phone, operators.operatorOf(phone)?.code ?? 'none'), email).toBe(true)
    expect(place.districtCode, email).toMatch(/^\d\d\.\d\d\.\d\d$/)
    expect(place.districtCode.startsWith(place.cityCode) && place.cityCode.startsWith(place.provinceCode), email).toBe(true)
    expect(balance >= 0n, email).toBe(true)
  }
})

test('sellers cover every protocol, one closed shop and one cut-off', () => {
  expect(new Set(demoSellers.map(({ supplier }) => supplier.kind))).toEqual(new Set(['irs', 'otomax', 'http-get']))
  expect(demoSellers.filter(({ shopOpen }) => !shopOpen)).toHaveLength(1)
  expect(demoSellers.filter(({ cutoff }) => cutoff !== null)).toHaveLength(1)
  const known: ReadonlySet<string> = new Set(starterCategories)
  for (const { categories, cutoff } of demoSellers) {
    for (const category of [...(categories ?? []), ...(cutoff?.categories ?? [])]) expect(known).toContain(category)
  }
})
