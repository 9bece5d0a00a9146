import { isEarly } from '@lapak/contract/partner-api/get'
import { dotted } from '@lapak/contract/shared/money'
import { codeFields, type ResultCodeId } from '@lapak/contract/shared/result-codes'
import type { OrderResult } from '#contexts/ordering/purchases/types.ts'
import type { Refusal } from '#http/refusal.ts'
import { echoedValue, failureReason, plainLine } from '#partner-api/one-line.ts'

/** The fields that order texts use. */
type OrderSummary = Pick<OrderResult, 'balance'> & {
  view: Pick<OrderResult['view'], 'productCode' | 'target' | 'price' | 'transactionrc' | 'serialnumber' | 'description' | 'reffclient'>
}

/**
 * Answer texts of the GET channel. They are wire format: resellers match them by pattern, so they never change. A new form requires a new endpoint.
 */
export function orderText({ view, balance }: OrderSummary): string {
  const target = echoedValue(view.target, 100)
  const order = `${view.productCode}.${target}`
  switch (view.transactionrc) {
    case 0:
      return `Request ${view.productCode} ke ${target} segera diproses Saldo=${balance} CLIENTID=${view.reffclient}.`
    case 1:
      return `TRX ${order} BERHASIL, HRG:${view.price} SN: ${plainLine(view.serialnumber ?? '-')}. SISA SALDO:${balance} CLIENTID=${view.reffclient}.`
    case 2:
      return `TRX ${order} GAGAL, ${failureReason(view.description ?? 'Transaksi gagal')}. SISA SALDO:${balance} CLIENTID=${view.reffclient}.`
  }
}

/** True if the refusal does not decide the order. Software that resends an order to read its state must not read GAGAL while the order is pending. */
const saysNothing = (refusal: Refusal) => isEarly(refusal.code) || refusal.code === 'purchase.reference_used'

export function refusedText(refusal: Refusal, { product, dest, refid }: { product: string; dest: string; refid: string }): string {
  const [field] = Object.values(refusal.errors ?? {})
  const why = failureReason(field === undefined ? refusal.message : `${refusal.message}: ${field}`)
  if (saysNothing(refusal)) return undecidedText(why, refid)
  return `TRX ${echoedValue(product, 30)}.${echoedValue(dest, 100)} GAGAL, ${why}. CLIENTID=${echoedValue(refid, 64)}.`
}

/** Beginning of texts that do not decide the order. */
export const undecidedPrefix = 'Mohon tunggu'

export const undecidedText = (why: string, refid: string): string =>
  refid === '' ? `${why}.` : `${undecidedPrefix}, status belum diketahui: ${why}. CLIENTID=${echoedValue(refid, 64)}.`

export const unknownText = (refid: string): string => `TIDAK ADA transaksi CLIENTID=${echoedValue(refid, 64)}.`

export const balanceText = (name: string, balance: bigint): string => `SALDO ${name}: ${dotted(balance)}`

/** Appends the result code. The line itself is unchanged except for parts that look like the appended fields. */
export function withCode(line: string, code: ResultCodeId): string {
  const { rc, final, retry, advice } = codeFields(code)
  const own = line.replace(/\b(RC|FINAL|RETRY|ADVICE)\s*[:=]/gi, '$1 ')
  return `${own} RC=${rc} FINAL=${final ? 1 : 0} RETRY=${retry ? 1 : 0} ADVICE=${advice}`
}
