import { expect, test } from 'vitest'
import { firstOperators } from '../../test/operators.ts'
import { demoBrands, demoProducts } from './catalogue.ts'
import { demoFavourites } from './favourites.ts'
import { demoMappings } from './offers.ts'
import { demoBuyers } from './people.ts'

test('the first buyer has three favourites on the first screen that can be ordered without changes', async () => {
  const { operators } = await firstOperators()
  const listed = new Set(demoMappings().map(({ buyerEmail, productCode }) => `${buyerEmail} ${productCode}`))
  expect(demoFavourites).toHaveLength(3)
  for (const { by, name, target, productCode } of demoFavourites) {
    expect(by).toBe(demoBuyers[0]?.email)
    const brand = demoBrands.find((one) => one.name === demoProducts.find(({ code }) => code === productCode)?.brand)
    expect(operators.normalizeTarget(target, brand?.targetKind ?? null), name).toBe(target)
    if (brand?.operator) expect(operators.targetFits(target, brand.operator), name).toBe(true)
    expect(listed, name).toContain(`${by} ${productCode}`)
  }
})
