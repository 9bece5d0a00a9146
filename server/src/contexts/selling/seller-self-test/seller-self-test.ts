import { type selfTestCalls, selfTestProduct, selfTestSituationNames, selfTestSituations } from '@lapak/contract/selling/seller-self-test'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { z } from 'zod'
import { testedSupplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import { type TestOrder, testReference } from '#contexts/ordering/purchases/purchases.ts'
import type { RawReport } from '#contexts/ordering/purchases/types.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue, idInJob, type Job } from '#jobs/jobs.ts'
import type { Cipher } from '#shared/secrets.ts'
import { storableText } from '#shared/text.ts'
import { selfTestStarted } from './emails.ts'
import { readSelfTest } from './seller-self-test.queries.ts'
import { soldCodes } from './sold-codes.ts'

export interface SelfTestDeps {
  db: Database
  cipher: Cipher
  installation: string
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
}

type Asked = BodyOf<typeof selfTestCalls.start>

const begun = z.object({ id: idInJob })

export const beginSelfTestJob: Job<typeof begun> = { name: 'begin-self-test', payload: begun, isShort: true }

/** Starts a self-test and deletes the previous run: only the last run is shown. */
export async function startSelfTest(deps: SelfTestDeps, by: Caller, asked: Asked): Promise<DataOf<typeof selfTestCalls.start>> {
  const { db, cipher, installation, audit, outbox } = deps
  const { memberId: sellerId } = by
  const access = await testedSupplierAccess(db, cipher, sellerId)
  return db.transaction(async (tx) => {
    await tx.deleteFrom('self_test_run').where('seller_id', '=', sellerId).where('ended_at', 'is not', null).execute()
    const run = await tx
      .insertInto('self_test_run')
      .values({ seller_id: sellerId })
      .onConflict((conflict) => conflict.column('seller_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!run) throw new Refusal('supplier.self_test_running')
    const orders = await addSituations(tx, installation, run.id, asked)
    const codes = distinct(orders.map(({ product_code }) => product_code))
    // If the seller offers a code after this check, the run detects it right before the code would be ordered.
    const [sold] = await soldCodes(tx, sellerId, access, codes)
    if (sold !== undefined) throw new Refusal('supplier.self_test_sold', { code: sold })
    const after = { codes, targets: distinct(orders.map(({ target }) => target)) }
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', sellerId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId: sellerId, email }, selfTestStarted(codes))
    await audit.record(tx, { event: 'self_test.started', by, subject: sellerId, after })
    await enqueue(tx, beginSelfTestJob, run)
    return readSelfTest(tx, sellerId, installation)
  })
}

async function addSituations(tx: Tx, installation: string, runId: bigint, { situasi }: Asked) {
  const rows = selfTestSituationNames.map((situation, index) => {
    const own = situasi.find((one) => one.situasi === situation)
    return {
      run_id: runId,
      nth: index + 1,
      situation,
      product_code: own?.kodeproduk ?? selfTestProduct,
      target: own?.tujuan ?? selfTestSituations[situation].target,
      reference: testReference(installation, { runId, nth: index + 1 }),
    }
  })
  await tx.insertInto('self_test_situation').values(rows).execute()
  return rows
}

const distinct = (texts: string[]): string[] => [...new Set(texts)]

/** Maximum number of unread reports of one order; further reports would contain nothing new. */
const waitingMax = 10
const rawMax = 8_192

/**
 * Stores the report for the process that executes the run. After the end of the run it is only acknowledged, so that the server stops repeating it.
 */
export async function storeTestReport({ db }: Pick<SelfTestDeps, 'db'>, sellerId: bigint, { runId, nth }: TestOrder, report: RawReport) {
  const known = await db.read
    .selectFrom('self_test_situation')
    .innerJoin('self_test_run', 'self_test_run.id', 'self_test_situation.run_id')
    .select('self_test_run.ended_at')
    .where('run_id', '=', runId)
    .where('nth', '=', nth)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  if (!known) return false
  if (known.ended_at === null)
    await db.transaction((tx) =>
      sql`insert into self_test_report (run_id, nth, query, body)
        select run_id, nth, ${storableText(report.query, rawMax)}, ${storableText(report.body, rawMax)}
        from self_test_situation situation
        where run_id = ${runId} and nth = ${nth}
          and (select count(*) from self_test_report waiting where waiting.run_id = situation.run_id and waiting.nth = situation.nth) < ${waitingMax}`.execute(
        tx,
      ),
    )
  return true
}
