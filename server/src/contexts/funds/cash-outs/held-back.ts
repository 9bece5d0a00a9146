import { openClaimsText } from '@lapak/contract/funds/cash-outs'
import { dotted } from '@lapak/contract/shared/money'
import { debtOf, lockDebt, openClaimsOf, settleDebt } from '#contexts/funds/debts/debts.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { balanceOf, lockWallets } from '#ledger/balance.ts'
import type { EntrySet } from '#ledger/money-events.ts'
import { post } from '#ledger/post.ts'
import { soldWithin } from '#ledger/seller-days.ts'

/*
 * What of a balance may not leave: what its owner owes from refunds is paid first, and what buyers claim of its sales stays until it is decided.
 */

/** What is paid of a debt on the way stands in the audit. */
interface HeldBackDeps {
  audit: Audit
  settings: Settings
}

interface HeldBack {
  /** For open claims, and the share of recent sales that the house keeps back. */
  amount: bigint
  /** How many claims are open. */
  claims: number
}

export async function heldBackOf(read: Reader, settings: Settings, memberId: bigint): Promise<HeldBack> {
  const hours = settings.get('cashOut.recentHours')
  const { against } = await openClaimsOf(read, memberId, hours)
  const share = BigInt(settings.get('cashOut.recentShareBasisPoints'))
  if (share === 0n) return { amount: against.amount, claims: against.count }
  const recent = (await soldWithin(read, memberId, hours)) - against.recent
  return { amount: against.amount + (recent > 0n ? (recent * share) / 10_000n : 0n), claims: against.count }
}

/** What is owed and held back, as whoever decides about money of this member sees it. */
interface Obligations extends HeldBack {
  debt: bigint
  /** What the balance lacks for both. */
  short: bigint
}

export async function obligationsOf(read: Reader, settings: Settings, memberId: bigint): Promise<Obligations> {
  const [debt, held] = [await debtOf(read, memberId), await heldBackOf(read, settings, memberId)]
  return { debt, ...held, short: lackOf(await balanceOf(read, memberId), debt + held.amount) }
}

/** What is owed leaves the balance before anything else does. */
export async function settleFirst(tx: Tx, audit: Audit, memberId: bigint): Promise<void> {
  const { owed } = await settleDebt(tx, audit, memberId, 'cash_out')
  if (owed > 0n) throw new Refusal('cash_out.owes', { owed: dotted(owed) })
}

/** With `asked` on its way out, the balance still has what is held back. */
export function refuseHeldBack(balance: bigint, { amount, claims }: HeldBack, { keep, asked }: { keep: bigint; asked: bigint }): void {
  if (amount === 0n || balance >= keep + amount) return
  const most = balance + asked - keep - amount
  throw new Refusal('cash_out.held_back', {
    held: dotted(amount),
    claims: claims === 0 ? '' : `, termasuk ${openClaimsText(claims)}`,
    free: most > 0n ? `paling banyak Rp ${dotted(most)} bisa ditarik` : 'belum ada yang bisa ditarik',
  })
}

/**
 * A cash-out is about to be paid. What its member came to owe since it was asked for is settled out of what is left, else the cash-out is refused, so that
 * it is rejected and pays the debt. Of money that has left already `seen` is what was lacking, in the words of who saw it.
 */
export async function refuseLacking(tx: Tx, deps: HeldBackDeps, memberId: bigint, seen: bigint | null = null): Promise<bigint> {
  const { short, refusal } = await lackingOf(tx, deps, memberId)
  if (refusal !== null && short !== seen) throw refusal
  return short
}

/** The same for what is not to leave any more without anybody to refuse it to: why not, or null. What is owed is settled all the same. */
export async function lackingOf(tx: Tx, deps: HeldBackDeps, memberId: bigint): Promise<{ short: bigint; refusal: Refusal | null }> {
  const { owed } = await settleDebt(tx, deps.audit, memberId, 'cash_out')
  const held = await heldBackOf(tx, deps.settings, memberId)
  const short = lackOf((await lockWallets(tx, [memberId])).get(memberId) ?? 0n, owed + held.amount)
  const needs = [owed > 0n && `hutang Rp ${dotted(owed)}`, held.amount > 0n && `Rp ${dotted(held.amount)} yang ditahan`]
  const values = { needs: needs.filter(Boolean).join(' dan '), short: dotted(short) }
  return { short, refusal: short > 0n ? new Refusal('cash_out.lacks', values) : null }
}

/** What was on its way out comes back, and pays first what its member came to owe meanwhile. Answers what the balance came to. */
export async function postBack(tx: Tx, audit: Audit, memberId: bigint, set: EntrySet): Promise<Map<bigint, bigint>> {
  await lockDebt(tx, memberId)
  const balances = await post(tx, [set])
  const { balance } = await settleDebt(tx, audit, memberId, 'cash_out_back')
  return balance === null ? balances : new Map(balances).set(memberId, balance)
}

const lackOf = (balance: bigint, needed: bigint): bigint => (balance < needed ? needed - balance : 0n)
