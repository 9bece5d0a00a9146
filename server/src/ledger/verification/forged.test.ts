// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgeries, moneyColumns, noMoney } from '../../../test/forgeries.ts'
import type { TestMarket } from '../../../test/market.ts'
import { balancesFollow, breachesAfter, plantWorld } from '../../../test/planting.ts'
import { ruleNames } from './verification.ts'

/**
 * Forgeries that agree with one another, one by one: by day the first of each rule, by night all of them. And the list of every column of money with the
 * rule that covers it, so that a new one is thought of.
 */
let market: TestMarket

beforeAll(async () => {
  market = await plantWorld()
})
afterAll(() => market?.stop())

const firstOfRule = forgeries.filter(({ caughtBy }, index) => forgeries.findIndex((one) => one.caughtBy === caughtBy) === index)

test.each(process.env.NIGHTLY ? forgeries : firstOfRule)('ledger:check finds $what', async ({ caughtBy, statements }) => {
  expect(await breachesAfter(statements + balancesFollow)).toContain(caughtBy)
})

test('every column of the database that has money is listed with a rule, or with why it needs none', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('bigint', 'numeric')
      and (column_name ~ '(amount|price|balance|fee|paid|sold|received|credited|nominal|debt|owed|bill|change$|remaining|refunded|recovered|uncovered|ours|theirs|denom)'
        or data_type = 'numeric')
      and column_name !~ '(_id|_by|_at)$'`.execute(market.app.tables)
  const names = rows.map(({ name }) => name).filter((name) => !countsOnly.has(name))
  expect(names.toSorted()).toEqual([...Object.keys(moneyColumns), ...Object.keys(noMoney)].toSorted())
})

/** How many, not how much. */
const countsOnly = new Set(['seller_purchase_day.sold'])

test('every rule that is named for a column is one of the books, and columns that people book have a forgery', () => {
  const known = new Set([...ruleNames, 'a row of a bank stands as it was told'])
  expect(Object.values(moneyColumns).filter((rule) => !known.has(rule))).toEqual([])
  expect(forgeries.filter(({ of }) => !(of in moneyColumns)).map(({ what }) => what)).toEqual([])
})
