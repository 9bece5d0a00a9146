import { dotted } from '@lapak/contract/shared/money'
import { systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import type { ProviderPayout } from '#integrations/payment-gateway/payment-gateway.ts'
import type { Log } from '#shared/log.ts'
import { storableText } from '#shared/text.ts'
import { dayMs, dueLater, isLive, livePayoutOf, looksLater, type PayoutRow } from './payouts.queries.ts'
import { type ProcessDeps, payCashOut, returnCashOut } from './process.ts'

type SettleDeps = ProcessDeps & { log: Log }

/**
 * Applies the state that the provider reports, under the locks of the cash-out and the payout: pays the cash-out, or returns the paid money to the
 * balance. If the payout failed, an administrator decides about the cash-out. A report that contradicts the stored state moves no money and is shown
 * to administrators. The exception is a failed payout that the provider then reports as pending or paid: this report is applied, provided that the
 * cash-out has not changed.
 */
export async function settlePayout(deps: SettleDeps, tx: Tx, row: PayoutRow, reported: ProviderPayout): Promise<void> {
  if (reported.reference !== row.reference || reported.amount !== row.amount)
    return contradicts(deps, tx, row, `Rp ${dotted(reported.amount)}`)
  if (row.state === 'failed') {
    if (reported.state === 'failed') return
    await contradicts(deps, tx, row, words[reported.state])
    if (!(await isLeftAlone(tx, row))) return
  } else if (!isLive(row)) {
    if (reported.state === 'failed') return contradicts(deps, tx, row, words.failed)
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

/** The payout certainly failed. An administrator can request another payout, pay the cash-out in another way, or reject it. */
export async function failPayout({ audit }: ProcessDeps, tx: Tx, row: PayoutRow, reason: string): Promise<void> {
  const failure = storableText(reason, 300)
  await end(tx, row, { state: 'failed', failure })
  notifyAdmins(tx, {
    kind: 'waiting',
    key: `cash_out ${row.cash_out_id} waits`,
    title: 'Pembayaran penarikan gagal',
    text: `Penyedia tidak membayar ${row.reference}: ${failure}`,
    link: `/cashout?tiket=${row.cash_out_id}`,
  })
  await audit.record(tx, {
    event: 'payout.failed',
    by: systemActor,
    subject: row.cash_out_id,
    after: { reference: row.reference, failure },
  })
}

interface Ended {
  state: 'succeeded' | 'failed' | 'reversed'
  provider_id?: string
  failure?: string | null
}

async function end(tx: Tx, { id }: PayoutRow, ended: Ended): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ ...ended, due_at: null, look_at: ended.state === 'reversed' ? null : looksLater, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Shows the contradiction to administrators and audits it once. A payout that has not ended is still queried. */
async function contradicts({ audit, log }: SettleDeps, tx: Tx, row: PayoutRow, contradiction: string): Promise<void> {
  const failure = `Penyedia menyatakan: ${contradiction}`
  const state = row.state === 'asking' ? 'unknown' : row.state
  await tx
    .updateTable('payout')
    .set({ state, failure, missing_since: null, ...(row.due_at !== null && { due_at: dueLater }) })
    .where('id', '=', row.id)
    .execute()
  if (row.failure === failure) return
  const { reference, cash_out_id: subject } = row
  await audit.record(tx, {
    event: 'payout.contradicted',
    by: systemActor,
    subject,
    after: { reference, state: row.state, said: contradiction },
  })
  tx.afterCommit(() => log.error({ payout: reference, state, said: contradiction }, 'provider contradicts the stored state of a payout'))
}

/** Logs an error about a payout that has been pending for more than a day, so that an administrator checks the provider's dashboard. */
export function logIfOld(log: Log, { reference, created_at }: PayoutRow): void {
  if (Date.now() - created_at.getTime() > dayMs) log.error({ payout: reference }, 'payout has been pending for more than a day')
}
