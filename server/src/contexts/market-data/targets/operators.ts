import type { OperatorRow, targetAdminCalls } from '@lapak/contract/market-data/targets.admin'
import type { BodyOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import { type Database, type Reader, type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { OperatorPrefixes } from './targets.ts'

export interface OperatorDeps {
  db: Database
  audit: Audit
}

export const listOperators = (read: Reader): Promise<OperatorRow[]> => operators(read).orderBy('name').execute()

const operators = (read: Reader) =>
  read
    .selectFrom('operator')
    .select((select) => [
      'code',
      'name',
      'prefixes',
      'updated_at as updateat',
      select
        .selectFrom('brand')
        .select(sql<number>`count(*)::integer`.as('brands'))
        .whereRef('brand.operator', '=', 'operator.code')
        .$asScalar()
        .$notNull()
        .as('brands'),
    ])

export function addOperator({ db, audit }: OperatorDeps, by: Caller, asked: BodyOf<typeof targetAdminCalls.addOperator>) {
  const { code, name, prefixes } = asked
  return db.transaction(async (tx) => {
    await lockCache(tx)
    await refuseShared(tx, asked)
    await tx.insertInto('operator').values({ code, name, prefixes, updated_at: new Date() }).execute().catch(refuseSecond(name))
    await audit.record(tx, { event: 'operator.added', by, subject: code, after: { name, prefixes } })
    return one(tx, code)
  })
}

/** Orders in progress are not affected, because their operator was determined when they were placed. */
export function changeOperator({ db, audit }: OperatorDeps, by: Caller, asked: BodyOf<typeof targetAdminCalls.changeOperator>) {
  const { code, name, prefixes, updateat } = asked
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await one(tx, code)
    if (updateat !== undefined && updateat.getTime() !== before.updateat.getTime()) throw new Refusal('catalogue.changed')
    if (before.name === name && before.prefixes.join() === prefixes.join()) return before
    await refuseShared(tx, asked)
    await tx
      .updateTable('operator')
      .set({ name, prefixes, updated_at: new Date() })
      .where('code', '=', code)
      .execute()
      .catch(refuseSecond(name))
    await audit.record(tx, {
      ...{ event: 'operator.changed', by, subject: code },
      ...{ before: { name: before.name, prefixes: before.prefixes }, after: { name, prefixes } },
    })
    return one(tx, code)
  })
}

async function one(read: Reader, code: string): Promise<OperatorRow> {
  const row = await operators(read).where('code', '=', code).executeTakeFirst()
  if (!row) throw new Refusal('not_found.operator')
  return row
}

async function refuseShared(tx: Tx, { code, prefixes }: OperatorPrefixes) {
  const others = await tx.selectFrom('operator').select(['name', 'prefixes']).where('code', '<>', code).execute()
  for (const { name, prefixes: taken } of others) {
    const prefix = prefixes.find((one) => taken.includes(one))
    if (prefix !== undefined) throw new Refusal('operator.prefix_used', { prefix, name }, { field: 'prefixes' })
  }
}

/** Refuses a code or a name that another operator uses. */
const refuseSecond = (name: string) => (error: unknown) => {
  if (violatesConstraint(error, 'operator_pkey')) throw new Refusal('operator.exists', { name: 'dengan kode ini' }, { field: 'code' })
  if (violatesConstraint(error, 'operator_name_key')) throw new Refusal('operator.exists', { name }, { field: 'name' })
  throw error
}
