import type { gatewayCalls } from '@lapak/contract/funds/payment-gateway'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { cardMethod, createTicket, type DepositDeps } from '#contexts/funds/top-ups/top-ups.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type AskRow, askOf } from './asks.queries.ts'
import { type AskDeps, ask } from './asks.ts'

type Asked = BodyOf<typeof gatewayCalls.invoice>
type Invoice = DataOf<typeof gatewayCalls.invoice>

/** The ticket is committed before the provider is asked for its page; an answer that is lost is found by the clock, and told to the page. */
export async function askInvoice(
  deps: DepositDeps & { gateway: AskDeps['gateway'] | null; log: AskDeps['log'] },
  by: Caller,
  asked: Asked,
): Promise<Invoice> {
  const { db, gateway } = deps
  if (gateway === null) throw new Refusal('deposit.method_off')
  const {
    id: ticket,
    invoice,
    nominal,
  } = await createTicket(deps, by, { jumlah: asked.amount, methode: cardMethod, reffclient: asked.reffclient })
  const { id } = await db.read.selectFrom('gateway_ask').select('id').where('deposit_id', '=', ticket).executeTakeFirstOrThrow()
  await ask({ ...deps, gateway }, id)
  return { invoice, nominal, invoiceurl: pageOf(await askOf(db.read, id)) }
}

function pageOf({ state, url, refusal }: AskRow): string {
  if (refusal === 'duplicate') throw new Refusal('gateway.duplicate')
  if (state === 'refused') throw new Refusal('gateway.refused')
  if (state === 'paid' || state === 'expired')
    throw new Refusal('ticket.state', { state: state === 'paid' ? 'sudah dibayar' : 'kedaluwarsa' })
  if (url === null) throw new Refusal('gateway.no_answer')
  return url
}
