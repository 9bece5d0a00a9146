import { dotted } from '@lapak/contract/shared/money'
import { z } from 'zod'
import type { Reader } from '#db/db.ts'
import { parseInput, type Routes } from '#http/http.ts'
import type { PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'
import type { Sandbox } from '#integrations/payment-gateway/sandbox.ts'
import { randomToken } from '#shared/secrets.ts'
import type { PaymentRequestRow } from './payment-requests.queries.ts'
import { type CallbackDeps, receiveCallback } from './receive-callback.ts'

const acts = { paid: 'Bayar', less: 'Bayar kurang', twice: 'Bayar dua kali', expired: 'Kedaluwarsa', failed: 'Gagal' } as const

const named = z.object({ reference: z.string().max(100) })
const pressed = z.object({ act: z.enum(Object.keys(acts) as (keyof typeof acts)[]), amount: z.coerce.bigint().min(1n).max(1_000_000_000n) })

/** The sandbox's own pages, used instead of the provider's payment pages. The tester opens a page and pays or fails the payment there. */
export function sandboxPages(routes: Routes, deps: CallbackDeps, sandbox: Sandbox) {
  const { db } = deps

  routes.raw.get('/dev/gateway', async (_, reply) => {
    const asks = await db.read.selectFrom('payment_request').selectAll().orderBy('id', 'desc').limit(50).execute()
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(list(asks))
  })

  routes.raw.get('/dev/gateway/:reference', async (request, reply) => {
    const row = await askNamed(db.read, parseInput(named, request.params).reference)
    if (!row) return reply.code(404).type('text/plain; charset=utf-8').send('Tidak ada')
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page(row))
  })

  routes.raw.post('/dev/gateway/:reference', async (request, reply) => {
    const row = await askNamed(db.read, parseInput(named, request.params).reference)
    if (!row) return reply.code(404).type('text/plain; charset=utf-8').send('Tidak ada')
    const { amount, ...wanted } = parseInput(pressed, request.body)
    const kind = row.kind as PaymentRequestKind
    const act = kind === 'invoice' && (await isOver(db.read, row)) ? 'expired' : wanted.act
    const sendCallback = async (what: 'paid' | 'expired', sum: bigint) => {
      const callback = sandbox.callback({ kind, what, id: `sandbox-${randomToken(9)}`, reference: row.reference, amount: sum })
      await receiveCallback(deps, { ...callback, address: request.ip })
    }
    if (act === 'expired') await sendCallback('expired', amount)
    else if (act !== 'failed') await sendCallback('paid', act === 'less' && amount > 1n ? amount - 1n : amount)
    if (act === 'twice') await sendCallback('paid', amount)
    // Redirects as the provider does. The redirect does not confirm a payment.
    if (kind !== 'invoice') return reply.redirect('/dev/gateway', 303)
    return reply.redirect(act === 'failed' || act === 'expired' ? '/paymenttopup/failure' : '/paymenttopup/success', 303)
  })
}

/** A card payment page expires with its ticket. */
async function isOver(read: Reader, { top_up_id }: PaymentRequestRow): Promise<boolean> {
  const ticket = await read.selectFrom('top_up').select('expires_at').where('id', '=', top_up_id).executeTakeFirst()
  return ticket?.expires_at != null && ticket.expires_at <= new Date()
}

const askNamed = (read: Reader, reference: string) =>
  read.selectFrom('payment_request').selectAll().where('reference', '=', reference).executeTakeFirst()

const frame = (content: string) => `<!doctype html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pembayaran (sandbox)</title>
<style>
body { margin: 0 auto; max-width: 480px; padding: 24px 16px; background: #f3f5f4; font: 16px/1.5 Arial, Helvetica, sans-serif; color: #1f2a24 }
form { background: #fff; border-radius: 8px; padding: 20px 24px; overflow-wrap: anywhere }
button, input { display: block; box-sizing: border-box; width: 100%; min-height: 44px; margin: 8px 0; font: inherit }
</style></head>
<body>${content}</body>
</html>
`

const kinds: Record<string, string> = { invoice: 'Kartu', qris: 'QRIS', va: 'Virtual account' }

// All values are numbers, texts from this code, or references made of both, so no escaping is needed.
const list = (asks: PaymentRequestRow[]) =>
  frame(`<h1>Pembayaran (sandbox)</h1>
<ul>${asks.map(({ kind, reference, state }) => `<li><a href="/dev/gateway/${reference}">${kinds[kind]} ${reference}</a> ${state}</li>`).join('\n')}</ul>`)

const page = ({ kind, reference, amount }: PaymentRequestRow) =>
  frame(`<h1>${kinds[kind]}</h1>
<form method="post">
<p>${reference}${amount === null ? '' : `<br><strong>Rp ${dotted(amount)}</strong>`}</p>
<input name="amount" inputmode="numeric" aria-label="Nominal" value="${amount ?? 100_000n}"${amount === null ? '' : ' type="hidden"'}>
${Object.entries(acts)
  .map(([act, word]) => `<button name="act" value="${act}">${word}</button>`)
  .join('\n')}
</form>`)
