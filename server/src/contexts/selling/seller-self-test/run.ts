import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { SelfTestSituationName } from '@lapak/contract/selling/seller-self-test'
import { selfTestProduct } from '@lapak/contract/selling/seller-self-test'
import { sql } from 'kysely'
import { testedSupplierAccess } from '#contexts/catalogue/seller-api/seller-api.ts'
import { attemptState, startTrial, type Timing } from '#contexts/ordering/purchases/purchases.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { publishEvent } from '#realtime/events.ts'
import type { Cipher } from '#shared/secrets.ts'
import { areContradictory, type Judged, judgeSituation } from './seller-self-test.rules.ts'
import { soldCodes } from './sold-codes.ts'
import { startTalk, type Talk } from './talk.ts'

export interface RunContext {
  db: Database
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
  timing: Timing
}

/** Equal to the timeout in the seller's test of its settings. */
const answerWithinMs = 15_000
const situationWithinMs = 60_000
const runWithinMs = 300_000
/** A run that has been open for longer than this was started by a process that has died. */
const leftAfterMs = 2 * runWithinMs

interface OpenRun {
  id: bigint
  sellerId: bigint
}

interface Asked {
  nth: number
  situation: SelfTestSituationName
  product_code: string
  target: string
  reference: string
}

/** Runs the situations in order, so that the seller finds them in the log of its own server. */
export async function executeRun(context: RunContext, runId: bigint, stopped: () => boolean): Promise<void> {
  const { db, cipher } = context
  const run = await findOpen(db, runId)
  if (!run) return
  const until = Date.now() + runWithinMs
  const mustEnd = () => stopped() || Date.now() > until
  try {
    // Since the start of the run, the seller may have saved other settings that are not tested.
    const saved = await testedSupplierAccess(db, cipher, run.sellerId)
    const access = { ...saved, timeoutMs: Math.min(saved.timeoutMs, answerWithinMs) }
    for (const asked of await notBegun(db, runId)) {
      if (mustEnd() || !(await begin(db, run, asked.nth))) break
      const [sold] = await soldCodes(db.read, run.sellerId, access, [asked.product_code])
      await end(db, run, asked.nth, sold === undefined ? await bringTo(context, run, asked, access, mustEnd) : soldMeanwhile)
    }
  } finally {
    await endRun(db, run)
  }
}

async function bringTo(
  { db, suppliers, timing }: RunContext,
  run: OpenRun,
  { nth, situation, product_code, target, reference }: Asked,
  access: SupplierAccess,
  mustEnd: () => boolean,
): Promise<Judged> {
  const supplier = suppliers[access.kind]
  const until = Date.now() + situationWithinMs
  const order = { reference, productCode: product_code, target, counter: 1, amount: null, payment: false, inquiryReference: null }
  const talk = startTalk({
    db,
    supplier,
    access: { ...access, typed: typedTexts(access, order) },
    trial: startTrial(timing, situation === 'status-unknown' ? attemptState.unknown : attemptState.sending),
    test: { runId: run.id, nth },
    order,
    statusRequestAfterMs: timing.statusRequestAfterMs,
    mustEnd: () => mustEnd() || Date.now() > until,
  })
  await situations[situation](talk)
  return judgeSituation(situation, { heard: talk.heard, resends: supplier.statusResendsOrder && !access.templates.status })
}

async function findOpen(db: Database, id: bigint): Promise<OpenRun | undefined> {
  return db.read
    .selectFrom('self_test_run')
    .select(['id', 'seller_id as sellerId'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

const notBegun = (db: Database, runId: bigint) =>
  db.read
    .selectFrom('self_test_situation')
    .select(['nth', 'situation', 'product_code', 'target', 'reference'])
    .where('run_id', '=', runId)
    .where('begun_at', 'is', null)
    .orderBy('nth')
    .$castTo<Asked>()
    .execute()

/** Returns false if the run was already ended as abandoned. */
const begin = (db: Database, { id, sellerId }: OpenRun, nth: number) =>
  db.transaction(async (tx) => {
    const { numAffectedRows } = await sql`
      update self_test_situation set begun_at = clock_timestamp() from self_test_run run
      where run.id = run_id and run.ended_at is null and run_id = ${id} and nth = ${nth}`.execute(tx)
    await publishEvent(tx, sellerId, 'ujiserver', {})
    return numAffectedRows === 1n
  })

const end = (db: Database, { id, sellerId }: OpenRun, nth: number, judged: Judged) =>
  db.transaction(async (tx) => {
    await tx
      .updateTable('self_test_situation')
      .set(judged)
      .where('run_id', '=', id)
      .where('nth', '=', nth)
      .where('verdict', 'is', null)
      .execute()
    await publishEvent(tx, sellerId, 'ujiserver', {})
  })

const endRun = (db: Database, run: OpenRun) => db.transaction((tx) => endIn(tx, run))

async function endIn(tx: Tx, { id, sellerId }: OpenRun) {
  await tx
    .updateTable('self_test_run')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('self_test_situation')
    .set({ verdict: 'untestable', advice: notReached })
    .where('run_id', '=', id)
    .where('verdict', 'is', null)
    .execute()
  await tx.deleteFrom('self_test_report').where('run_id', '=', id).execute()
  await publishEvent(tx, sellerId, 'ujiserver', {})
}

const soldMeanwhile: Judged = {
  verdict: 'untestable',
  advice: 'Kode ini sekarang dijual di toko Anda, jadi tidak dipesan. Pakai kode produk uji.',
}

const notReached = 'Waktu uji habis sebelum situasi ini, atau uji terhenti. Jalankan lagi.'

/** Ends runs whose process has died, so that their sellers may start another run. */
export async function endAbandonedSelfTests(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const left = await tx
      .selectFrom('self_test_run')
      .select(['id', 'seller_id as sellerId'])
      .where('ended_at', 'is', null)
      .where('started_at', '<', new Date(Date.now() - leftAfterMs))
      .forUpdate()
      .execute()
    for (const run of left) await endIn(tx, run)
  })
}

/**
 * Texts that the seller typed and that the requests contain. They are hidden in the conversation like secrets: otherwise an attacker with the session
 * could type guesses of the PIN and recognize the right guess because only the PIN is hidden. Of URLs and templates, only sequences of digits, the
 * form of a PIN, are hidden, so that answers stay readable.
 */
function typedTexts({ apiUrl, userId, username, templates }: SupplierAccess, { target, productCode }: SupplierOrder): string[] {
  const values: Record<string, string> = { tujuan: target, kodeproduk: productCode, userid: userId, username }
  const addresses = [apiUrl, ...Object.values(templates)].map((text) =>
    text.replace(/^https?:\/\/[^/?#]*/i, '').replace(/\[([a-z]+)\]/gi, (_: string, name: string) => values[name.toLowerCase()] ?? ' '),
  )
  const texts = [...addresses, ...addresses.map(decoded), userId, username]
  // The common test code is not hidden: it cannot be a guess of the PIN, and every reference contains it.
  return [target, ...(productCode === selfTestProduct ? [] : [productCode]), ...texts.flatMap((text) => text.match(/\d{4,}/g) ?? [])]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function untilOver(talk: Talk) {
  await talk.order()
  await talk.untilOver()
}

/** The requests that bring a server into each situation. The server decides by the target how it behaves. */
const situations: Record<SelfTestSituationName, (talk: Talk) => Promise<void>> = {
  success: untilOver,
  failure: untilOver,
  late: untilOver,
  slow: untilOver,
  garbage: untilOver,
  async pending(talk) {
    await talk.order()
    if (talk.heard[0]?.outcome.state === 'pending') await talk.status()
  },
  async double(talk) {
    await untilOver(talk)
    if (talk.heard.at(-1)?.outcome.state !== 'success') return
    await talk.order()
    // The answer to a repeated order is not always clear, but the answer to a status request is.
    await talk.status()
  },
  async contradicting(talk) {
    await untilOver(talk)
    // A second, contradicting result arrives soon after the first result, or not at all.
    await talk.reports(talk.statusRequestAfterMs, areContradictory)
    if (!areContradictory(talk.heard)) await talk.status()
  },
  async 'status-after-success'(talk) {
    await untilOver(talk)
    if (talk.heard.at(-1)?.outcome.state === 'success') await talk.status()
  },
  'status-unknown': (talk) => talk.status(),
}
