import { adapterNames, healthMatterNames, healthSteps } from '@lapak/contract/backoffice/health'
import { changeKinds } from '@lapak/contract/catalogue/price-changes'
import { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import { explanations } from '@lapak/contract/funds/bank-statements'
import { differenceKinds, reconciliationScopes } from '@lapak/contract/funds/reconciliation'
import { payoutContradictions, payoutStates } from '@lapak/contract/funds/tickets'
import { targetKinds } from '@lapak/contract/market-data/targets'
import { otpPurposes } from '@lapak/contract/members/otp'
import { prioritiesMax } from '@lapak/contract/ordering/buying-list'
import { alertKinds, exchangeKinds } from '@lapak/contract/ordering/purchases'
import { starsMax } from '@lapak/contract/selling/reviews'
import { selfTestSituationNames, selfTestSources, selfTestVerdicts } from '@lapak/contract/selling/seller-self-test'
import { bankNames } from '@lapak/contract/shared/banks'
import { doubleGuardMinutes } from '@lapak/contract/shared/buyer-option-fields'
import { defaultRouting, routingOrders } from '@lapak/contract/shared/routing'
import { approvalKinds, approvalOutcomes } from '@lapak/contract/system/approvals'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderOptions } from '#contexts/members/members/members.ts'
import { selectedTerms } from '#contexts/partners/api-keys/key-terms.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/* Checks that the database constraints and the lists of the contract are equal. */

interface Column {
  column: string
  /** The expressions of the check and of the default, as PostgreSQL prints them. */
  checked: string | null
  preset: string | null
}

let database: TestDatabase
let columns: Map<string, Column>
/** One text `table trigger column` for each column that a trigger of `member` or `api_key` lists. */
let triggering: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select attrelid::regclass || '.' || attname as column, pg_get_expr(adbin, adrelid) as preset,
      (select pg_get_constraintdef(oid) from pg_constraint where contype = 'c' and conrelid = attrelid and conkey = array[attnum]) as checked
    from pg_attribute
      join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped`)
  const triggers = await client.query<{ triggering: string }>(`
    select tgrelid::regclass || ' ' || tgname || ' ' || attname as triggering from pg_trigger
      join pg_attribute on attrelid = tgrelid and attnum = any(tgattr)
    where tgrelid in ('member'::regclass, 'api_key'::regclass)`)
  triggering = triggers.rows.map((row) => row.triggering)
  await client.end()
  columns = new Map(rows.map((row) => [row.column, row]))
})
afterAll(() => database.drop())

/** `CHECK ((routing = ANY (ARRAY['mine'::text, 'cheapest'::text])))` → its literals. */
const literalsOf = (sql: string | null | undefined): string[] =>
  [...(sql ?? '').matchAll(/'([^']*)'|\b(\d+)\b/g)].map(([, text, number]) => text ?? number ?? '')

const inMigration = 'the contract and the database differ: write a migration (server/migrations/) that lets the column hold what is listed'

describe('the values that the contract lists', () => {
  test.each([
    ['bank_account.bank_code', Object.keys(bankNames)],
    ['bank_statement.explained', explanations],
    ['member.routing', routingOrders],
    ['payout.state', payoutStates],
    ['payout.contradiction', payoutContradictions],
    ['otp.purpose', ['phone', ...otpPurposes]],
    ['offer_change.kind', changeKinds],
    ['purchase_alert.kind', alertKinds],
    ['adapter_test.adapter', adapterNames],
    ['health_alert.matter', healthMatterNames],
    ['health_alert_step.step', healthSteps],
    ['exchange.kind', exchangeKinds],
    ['brand.target_kind', targetKinds],
    ['approval_request.kind', approvalKinds],
    ['reconciliation_difference.scope', reconciliationScopes],
    ['reconciliation_difference.kind', Object.keys(differenceKinds)],
    ['approval_request.outcome', approvalOutcomes],
    ['seller_api.kind', Object.keys(supplierKinds)],
    ['self_test_situation.situation', selfTestSituationNames],
    ['self_test_situation.verdict', selfTestVerdicts],
    ['self_test_step.source', selfTestSources],
  ])('equal those of the database check on %s', (column, listed) => {
    expect(literalsOf(columns.get(column)?.checked).sort(), inMigration).toEqual([...listed].sort())
  })
})

test.each([
  ['buying_list_entry.priority', 1, prioritiesMax],
  ['review.stars', 1, starsMax],
  ['member.double_guard_minutes', 0, doubleGuardMinutes.max],
])('%s has the same bounds in the contract and in the database', (column, least, most) => {
  expect(literalsOf(columns.get(column)?.checked), inMigration).toEqual([String(least), String(most)])
})

test('the defaults of members are the same in the contract and in the database', () => {
  expect(literalsOf(columns.get('member.routing')?.preset), inMigration).toEqual([defaultRouting])
  expect(literalsOf(columns.get('member.double_guard_minutes')?.preset), inMigration).toEqual([String(doubleGuardMinutes.default)])
})

test('the cache triggers fire on all options of members that orders use', () => {
  expect(columnsOf(orderOptions)).toContain('double_guard_minutes')
  for (const trigger of triggersOfMemory) expect(unheard('member', trigger, orderOptions), unheardOf(trigger)).toEqual([])
})

test('the cache triggers fire on all columns of API keys that the cache selects', () => {
  expect(columnsOf(selectedTerms)).toContain('timed')
  // Only `test` is missing, because it never changes.
  for (const trigger of triggersOfMemory) expect(unheard('api_key', trigger, selectedTerms), unheardOf(trigger)).toEqual(['test'])
})

const triggersOfMemory = ['cache_bump', 'cache_stamp']
const columnsOf = (selected: readonly string[]) => selected.map((column) => column.split(' ')[0] ?? '')
const unheard = (table: string, trigger: string, selected: readonly string[]) =>
  columnsOf(selected).filter((column) => !triggering.includes(`${table} ${trigger} ${column}`))
const unheardOf = (trigger: string) => `${trigger} does not know the column: make the trigger anew in the migration that adds it`
