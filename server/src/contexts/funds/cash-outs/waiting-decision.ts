import { type CashCode, cashNames } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { openRequests } from '#contexts/system/approvals/approvals.ts'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

const openRequest = (read: Reader, cashOut: bigint) =>
  openRequests(read, 'ticket.decide', cashOut)
    .innerJoin('member', 'member.id', 'approval_request.asked_by')
    .innerJoin('cash_out', (join) => join.on('cash_out.id', '=', cashOut))
    .select(['asked_by', 'member.name', 'approval_request.reason', 'cash_out.bank_code'])
    .select([
      sql<string>`payload ->> 'to'`.as('to'),
      sql<string | null>`payload ->> 'source'`.as('source'),
      sql<string | null>`payload ->> 'lost'`.as('lost'),
      sql<boolean>`coalesce((payload ->> 'byprovider')::boolean, false)`.as('byprovider'),
    ])
    .executeTakeFirst()

type OpenRequest = NonNullable<Awaited<ReturnType<typeof openRequest>>>

/**
 * The refusal of another decision about a cash-out while one waits for a second administrator: the administrator who asked may have sent the money, so
 * that to reject the cash-out, or to pay it in another way, would give the money twice. Null if no decision waits. The caller holds the lock of the
 * cash-out; the approval that is being executed does not wait any more.
 */
export async function waitingDecision(tx: Tx, cashOut: bigint): Promise<Refusal | null> {
  const request = await openRequest(tx, cashOut)
  return request === undefined ? null : refusalOf(request)
}

const refusalOf = (request: OpenRequest): Refusal =>
  new Refusal('cash_out.decision_waits', { name: request.name, what: requestedText(request) })

function requestedText({ to, source, lost, byprovider, bank_code }: OpenRequest): string {
  if (lost !== null) return `pembayaran ${lost} ditandai tidak terkirim`
  if (byprovider) return 'penarikan ini dibayar lewat penyedia'
  if (to === '2') return `penarikan ini dicatat sudah dibayar dari ${cashNames[(source ?? bank_code) as CashCode]}`
  return 'penarikan ini dikembalikan ke saldo member'
}

/** Refuses a decision of a person while another one waits. What the provider reports is a fact; the waiting decision then lapses. */
export async function refuseWhileDecisionWaits(tx: Tx, cashOut: bigint, by: Actor): Promise<void> {
  const refusal = by.memberId === null ? null : await waitingDecision(tx, cashOut)
  if (refusal !== null) throw refusal
}

/**
 * Whether an administrator may have sent the money of this cash-out, and nobody recorded it: a request to record a payment by hand lapsed or was rejected,
 * and whoever made it has not withdrawn such a request since, which says that nothing was sent. The caller holds the lock of the cash-out.
 */
export async function isPerhapsSent(tx: Tx, cashOut: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select distinct on (asked_by) outcome from approval_request
      where kind = 'ticket.decide' and subject = ${String(cashOut)} and outcome is not null
        and payload ->> 'to' = '2' and payload ->> 'lost' is null and not coalesce((payload ->> 'byprovider')::boolean, false)
      order by asked_by, id desc
    ) newest
    where outcome in ('lapsed', 'rejected')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Refuses to ask for the approval of a decision while another one waits. The administrator may repeat the request, such as after a lost answer. */
export async function refuseSecondRequest(tx: Tx, cashOut: bigint, { by, reason }: { by: Actor; reason: string }): Promise<void> {
  const request = await openRequest(tx, cashOut)
  if (request !== undefined && !(request.asked_by === by.memberId && request.reason === reason)) throw refusalOf(request)
}
