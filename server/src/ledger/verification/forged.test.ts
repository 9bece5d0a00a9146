// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decidingColumns, forgeries, moneyColumns, noMoney } from '../../../test/forgeries.ts'
import type { TestMarket } from '../../../test/market.ts'
import { balancesFollow, breachesAfter, plantWorld } from '../../../test/planting.ts'
import { ruleNames } from './verification.ts'

/**
 * Consistent forgeries, one per test. The daily run tests only the first forgery of each rule, the nightly run all of them. All columns with money
 * are listed with the rule that verifies them, so that a test fails if a new column is not listed.
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

test('every column with money is listed, with its rule or with the reason why it does not need a rule', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('bigint', 'numeric')
      and (column_name ~ '(amount|price|balance|fee|paid|sold|received|credited|nominal|debt|owed|bill|change$|remaining|refunded|recovered|uncovered|ours|theirs|denom)'
        or data_type = 'numeric')
      and column_name !~ '(_id|_by|_at)$'`.execute(market.app.tables)
  const names = rows.map(({ name }) => name).filter((name) => !countsOnly.has(name))
  expect(names.toSorted()).toEqual([...Object.keys(moneyColumns), ...Object.keys(noMoney)].toSorted())
})

/** Columns with counts instead of money. */
const countsOnly = new Set(['seller_purchase_day.sold'])

test('every rule that is listed for a column exists, and every forgery is about a listed column', () => {
  const known = new Set([...ruleNames, 'a row of a bank stands as it was told'])
  const listed = { ...moneyColumns, ...decidingColumns }
  expect(Object.values(listed).filter((rule) => !known.has(rule))).toEqual([])
  expect(forgeries.filter(({ of }) => !(of in listed)).map(({ what }) => what)).toEqual([])
})

test('every column that decides about money exists and has a forgery that its rule finds', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    market.app.tables,
  )
  const names = new Set(rows.map(({ name }) => name))
  const forged = new Set(forgeries.map(({ of, caughtBy }) => `${of}: ${caughtBy}`))
  const columns = Object.entries(decidingColumns)
  expect(columns.filter(([column, rule]) => !names.has(column) || !forged.has(`${column}: ${rule}`))).toEqual([])
})
