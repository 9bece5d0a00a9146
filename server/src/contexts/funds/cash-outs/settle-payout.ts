import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import type { ProviderPayout } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { storableText } from '#shared/text.ts'
import { checkPayoutJob } from './payout-jobs.ts'
import { contradictedPayoutsOf, dayMs, dueLater, isLive, livePayoutOf, lockPayout, looksLater, type PayoutRow } from './payouts.queries.ts'
import { type ProcessDeps, payCashOut, returnCashOut } from './process.ts'

type SettleDeps = ProcessDeps & { log: Log }

/**
 * Applies the state that the provider reports, under the locks of the cash-out and the payout: pays the cash-out, or returns the paid money to the
 * balance. If the payout failed, an administrator decides about the cash-out. A report that contradicts the stored state moves no money and is shown
 * to administrators. The exception is a failed payout that the provider then reports as pending or paid: this report is applied, provided that the
 * cash-out has not changed. A later payout that was not sent yet is stopped for it; one that was sent has to end first.
 */
export async function settlePayout(deps: SettleDeps, tx: Tx, row: PayoutRow, reported: ProviderPayout): Promise<void> {
  if (row.state === 'failed' && reported.state === 'failed' && reported.reference === row.reference) return agrees(deps, tx, row, reported)
  if (reported.reference !== row.reference || reported.amount !== row.amount) {
    await contradicts(deps, tx, row, { kind: 'amount', text: `Rp ${dotted(reported.amount)}` })
    if (row.state === 'failed') await stopUnsent(deps, tx, row)
    return
  }
  if (row.state === 'failed') {
    await contradicts(deps, tx, row, { kind: reported.state, text: words[reported.state] })
    await stopUnsent(deps, tx, row)
    if (!(await isLeftAlone(tx, row))) return
  } else if (!isLive(row)) {
    if (reported.state === 'failed') return contradicts(deps, tx, row, { kind: 'failed', text: words.failed })
    // Any other reported state is the stored one or an older one.
    if (row.state === 'reversed' || reported.state !== 'reversed') return
    return takeBack(deps, tx, row)
  }
  switch (reported.state) {
    case 'waits':
      return wait(deps, tx, row, reported)
    case 'failed':
      return failPayout(deps, tx, row, reported.failure ?? 'failed')
    case 'succeeded':
      return succeed(deps, tx, row, reported)
    case 'reversed':
      // A returned payout was paid before, even if the payment was not reported.
      await succeed(deps, tx, row, reported)
      return takeBack(deps, tx, row)
  }
}

/** The labels of the states, for administrators. */
const words: Record<ProviderPayout['state'], string> = {
  waits: 'menunggu bank',
  succeeded: 'sudah dibayar',
  failed: 'gagal',
  reversed: 'dikembalikan bank',
}

/** True if, since the payout failed, the cash-out was neither rejected nor paid in another way and has no other live payout. */
async function isLeftAlone(tx: Tx, { cash_out_id }: PayoutRow): Promise<boolean> {
  const { state } = await tx.selectFrom('cash_out').select('state').where('id', '=', cash_out_id).executeTakeFirstOrThrow()
  return state === 1 && (await livePayoutOf(tx, cash_out_id)) === undefined
}

async function wait({ log }: SettleDeps, tx: Tx, row: PayoutRow, reported: ProviderPayout): Promise<void> {
  await tx
    .updateTable('payout')
    .set({
      state: 'waits',
      provider_id: storableText(reported.id, 100),
      failure: null,
      missing_since: null,
      heard_at: new Date(),
      due_at: dueLater,
      look_at: null,
      updated_at: new Date(),
      ...nothingContradicts,
    })
    .where('id', '=', row.id)
    .execute()
  logIfOld(log, row)
}

async function succeed(deps: SettleDeps, tx: Tx, row: PayoutRow, reported: ProviderPayout): Promise<void> {
  await end(tx, row, { state: 'succeeded', provider_id: storableText(reported.id, 100), failure: null })
  await payCashOut(deps, tx, {
    id: row.cash_out_id,
    by: systemActor,
    from: '06',
    how: 'provider',
    description: `Dibayar lewat penyedia, ${row.reference}`,
  })
}

async function takeBack(deps: SettleDeps, tx: Tx, row: PayoutRow): Promise<void> {
  await end(tx, row, { state: 'reversed' })
  await returnCashOut(deps, tx, { id: row.cash_out_id, by: systemActor, reason: `Dikembalikan penyedia, ${row.reference}` })
}

/**
 * The payout certainly failed. An administrator can request another payout, pay the cash-out in another way, or reject it, unless the provider has
 * contradicted the failure of an earlier payout: the provider is queried about that one first.
 */
export async function failPayout(deps: ProcessDeps, tx: Tx, row: PayoutRow, reason: string): Promise<void> {
  const failure = await recordFailure(deps, tx, row, reason)
  notifyAdmins(tx, {
    kind: 'waiting',
    key: `cash_out ${row.cash_out_id} waits`,
    title: 'Pembayaran penarikan gagal',
    text: `Penyedia tidak membayar ${row.reference}: ${failure}`,
    link: `/cashout?tiket=${row.cash_out_id}`,
  })
  for (const { id } of await contradictedPayoutsOf(tx, row.cash_out_id)) await enqueue(tx, checkPayoutJob, { id })
}

async function recordFailure({ audit }: ProcessDeps, tx: Tx, row: PayoutRow, reason: string): Promise<string> {
  const { reference, cash_out_id: subject } = row
  const failure = storableText(reason, 300)
  await end(tx, row, { state: 'failed', failure })
  await audit.record(tx, { event: 'payout.failed', by: systemActor, subject, after: { reference, failure } })
  return failure
}

/** The provider reports the stored failure. If it had reported something else since, it takes that back. */
async function agrees(deps: ProcessDeps, tx: Tx, row: PayoutRow, { failure }: ProviderPayout): Promise<void> {
  if (row.contradiction !== null) await recordFailure(deps, tx, row, failure ?? 'failed')
}

/**
 * Ends the next payout of the cash-out if it certainly was not sent, since an earlier payout may have paid the cash-out. The caller holds the lock of
 * the cash-out, which a payout needs before it is sent.
 */
export async function stopUnsent(deps: ProcessDeps, tx: Tx, { cash_out_id, reference }: PayoutRow): Promise<void> {
  const live = await livePayoutOf(tx, cash_out_id)
  if (live?.state !== 'new') return
  await recordFailure(deps, tx, await lockPayout(tx, live), `tidak dikirim: penyedia menyatakan lain tentang ${reference}`)
}

interface Ended {
  state: 'succeeded' | 'failed' | 'reversed'
  provider_id?: string
  failure?: string | null
}

const nothingContradicts = { contradiction: null, contradicted_at: null }

async function end(tx: Tx, { id }: PayoutRow, ended: Ended): Promise<void> {
  await tx
    .updateTable('payout')
    .set({
      ...ended,
      ...nothingContradicts,
      due_at: null,
      look_at: ended.state === 'reversed' ? null : looksLater,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
}

interface Contradiction {
  kind: ProviderPayout['state'] | 'amount'
  /** The report as Indonesian text. */
  text: string
}

/**
 * Shows the contradiction to administrators and audits it once. A payout that has not ended is still queried. A failed payout is queried at growing
 * intervals as long as its cash-out waits for a decision, which is refused until the contradiction ends.
 */
async function contradicts({ audit, log }: SettleDeps, tx: Tx, row: PayoutRow, { kind, text }: Contradiction): Promise<void> {
  const failure = `Penyedia menyatakan: ${text}`
  const { reference, cash_out_id: subject } = row
  const state = row.state === 'asking' ? 'unknown' : row.state
  const isNew = row.failure !== failure
  await tx
    .updateTable('payout')
    .set({ state, failure, missing_since: null, ...(row.due_at !== null && { due_at: dueLater }) })
    .$if(state === 'failed', (update) =>
      update.set({
        contradiction: kind,
        contradicted_at: new Date(),
        look_at: sql<Date | null>`case (select state from cash_out where id = ${subject}) when 1 then ${dueLater} else look_at end`,
        ...((isNew || row.contradiction !== kind) && { updated_at: new Date() }),
      }),
    )
    .where('id', '=', row.id)
    .execute()
  if (!isNew) return
  await audit.record(tx, {
    event: 'payout.contradicted',
    by: systemActor,
    subject,
    after: { reference, state: row.state, said: text, contradiction: kind },
  })
  notifyAdmins(tx, {
    kind: 'waiting',
    key: `payout ${reference} contradicted`,
    title: 'Kabar penyedia bertentangan',
    text: `Penyedia menyatakan tentang ${reference}: ${text}. Lihat tiketnya.`,
    link: `/cashout?tiket=${subject}`,
  })
  tx.afterCommit(() => log.error({ payout: reference, state, said: text }, 'provider contradicts the stored state of a payout'))
}

/** Logs an error about a payout that has been pending for more than a day, so that an administrator checks the provider's dashboard. */
export function logIfOld(log: Log, { reference, created_at }: PayoutRow): void {
  if (Date.now() - created_at.getTime() > dayMs) log.error({ payout: reference }, 'payout has been pending for more than a day')
}
