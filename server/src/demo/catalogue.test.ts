import { expect, test } from 'vitest'
import { starterCategories, starterGroups } from '#contexts/catalogue/catalogue/starter-catalogue.ts'
import { firstOperators } from '../../test/operators.ts'
import { brandOf, demoBrands, demoProducts, exampleTarget } from './catalogue.ts'

const unique = (names: readonly string[]) => new Set(names).size === names.length

test('the catalogue has about 300 products with codes that can be typed', () => {
  expect(demoProducts.length).toBeGreaterThanOrEqual(300)
  expect(demoProducts.length).toBeLessThan(400)
  expect(demoProducts.map(({ code }) => code).filter((code) => !/^[A-Z0-9]{1,20}$/.test(code))).toEqual([])
  const codes = demoProducts.map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

test('names are unique and every reference is valid', async () => {
  const { codes } = await firstOperators()
  const categories: readonly string[] = starterCategories
  const groups = starterGroups.map(({ name }) => name)
  expect(unique(categories) && unique(groups) && unique(demoBrands.map(({ name }) => name))).toBe(true)
  expect(unique(demoProducts.map(({ name }) => name))).toBe(true)
  for (const group of starterGroups) expect(categories).toContain(group.category)
  for (const brand of demoBrands) {
    expect(categories).toContain(brand.category)
    if (brand.group !== null) expect(starterGroups).toContainEqual({ name: brand.group, category: brand.category })
    if (brand.operator !== null) expect(codes).toContain(brand.operator)
    expect(
      demoProducts.some((product) => product.brand === brand.name),
      `${brand.name} sells nothing`,
    ).toBe(true)
  }
  for (const category of categories) expect(demoBrands.some((brand) => brand.category === category)).toBe(true)
})

test('prices are plausible for their type', () => {
  for (const { code, type, denom, basePrice, name } of demoProducts) {
    expect(basePrice > 0n, code).toBe(true)
    expect(denom > 0n, code).toBe(true)
    if (type !== 2) expect(denom, code).toBe(10n)
    if (type !== 0) expect(basePrice <= 5_000n, code).toBe(true)
    expect(name.length, code).toBeLessThanOrEqual(60)
  }
})

test('a larger amount of the same family costs more', () => {
  for (const brand of demoBrands) {
    const prices = new Map<string, bigint>()
    for (const product of demoProducts) {
      const family = product.brand === brand.name && product.type === 0 ? /^([A-Z]+)\d+$/.exec(product.code)?.[1] : undefined
      if (family === undefined) continue
      expect(product.basePrice > (prices.get(family) ?? 0n), product.code).toBe(true)
      prices.set(family, product.basePrice)
    }
  }
})

test('every product can be ordered for its example target', async () => {
  const { operators } = await firstOperators()
  for (const product of demoProducts) {
    const target = exampleTarget(product)
    const brand = brandOf(product)
    expect(operators.targetFits(target, brand.operator), `${product.code} to ${target}`).toBe(true)
    expect(operators.normalizeTarget(target)).toBe(target)
    expect(operators.normalizeTarget(target, brand.targetKind)).toBe(target)
  }
})

test('the products mentioned in the guides exist', () => {
  const codes = new Set(demoProducts.map(({ code }) => code))
  for (const code of ['S5', 'S10', 'PLN20', 'PLN1000', 'DANAOPEN', 'OVOOPEN', 'PLNPASCA', 'BPJSKES', 'PDAMSBY', 'BU10'])
    expect(codes).toContain(code)
})
