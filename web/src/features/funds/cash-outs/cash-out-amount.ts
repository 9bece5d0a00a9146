import { rupiahText } from '@lapak/contract/shared/money'
import type { CashOutRules } from '#features/funds/cash-outs/cash-outs.api.ts'

/** Whoever stops may take all (B-OPEN-02). */
const stops = '2'

interface CashOutRequest {
  rules: CashOutRules
  /** Undefined while it is not known. */
  balance: bigint | undefined
  reason: string
}

/** Chosen by who sold once, for what its sales brought: none of the cases. */
export const earnings = ''

/** The most that may be taken out. */
function mostOf({ rules: { keep, hasiljual, hutang, ditahan }, balance, reason }: CashOutRequest): bigint | undefined {
  if (balance === undefined) return balance
  const stays = hutang + ditahan + (reason === stops ? 0n : keep)
  const most = balance > stays ? balance - stays : 0n
  if (reason === stops) return most
  return reason === earnings && hasiljual !== null && hasiljual < most ? hasiljual : most
}

/** What there is, and which part of it may be taken out. */
export function amountHint(request: CashOutRequest): string {
  const { rules, balance, reason } = request
  const most = mostOf(request)
  const has = balance === undefined || most === undefined ? '' : `Saldo ${rupiahText(balance)}, paling banyak ${rupiahText(most)}. `
  const stays = reason === stops ? 'Seluruh saldo boleh ditarik.' : `Saldo tersisa paling sedikit ${rupiahText(rules.keep)}.`
  const owed = rules.hutang === 0n ? '' : ` Hutang refund ${rupiahText(rules.hutang)} dilunasi dulu dari saldo.`
  const held = rules.ditahan === 0n ? '' : ` ${rupiahText(rules.ditahan)} ditahan selama ada sengketa atau penjualan baru.`
  return `${has}Paling sedikit ${rupiahText(rules.min)}. ${stays}${owed}${held}`
}

/** Why the server would refuse this amount, said before a code is asked for. */
export function amountError(amount: bigint, request: CashOutRequest): string | null {
  const { rules, reason } = request
  const most = mostOf(request)
  const special = rules.kasus.find(({ kasus }) => kasus.toString() === reason)
  if (amount < rules.min) return `Paling sedikit ${rupiahText(rules.min)}`
  if (special && amount <= special.above) return `${special.name} hanya untuk jumlah di atas ${rupiahText(special.above)}`
  return most !== undefined && amount > most ? `Paling banyak ${rupiahText(most)}` : null
}
