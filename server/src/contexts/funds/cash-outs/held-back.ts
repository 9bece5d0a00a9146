import { openClaimsText } from '@lapak/contract/funds/cash-outs'
import { dotted } from '@lapak/contract/shared/money'
import { debtOf, lockDebt, openClaimsOf, settleDebt } from '#contexts/funds/debts/debts.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { balanceOf, lockWallets } from '#ledger/balance.ts'
import type { EntrySet } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { soldWithin } from '#ledger/seller-days.ts'

/*
 * The part of a balance that must not leave it: the member's debt is paid first, and the sums of open claims by buyers stay in the balance until the
 * claims are decided.
 */

/** `audit` records payments of debts. */
interface HeldBackDeps {
  audit: Audit
  settings: Settings
}

interface HeldBack {
  /** The sum of open claims and of the share of recent sales that the platform holds back. */
  amount: bigint
  /** The number of open claims. */
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

/** Debt and held-back amount, as shown to administrators who decide about this member's money. */
interface Obligations extends HeldBack {
  debt: bigint
  /** The amount by which the balance is smaller than the debt plus the held-back amount. */
  short: bigint
}

export async function obligationsOf(read: Reader, settings: Settings, memberId: bigint): Promise<Obligations> {
  const [debt, held] = [await debtOf(read, memberId), await heldBackOf(read, settings, memberId)]
  return { debt, ...held, short: shortfall(await balanceOf(read, memberId), debt + held.amount) }
}

/** Settles the debt before any other money leaves the balance; refuses the cash-out if a part of the debt remains. */
export async function settleDebtFirst(tx: Tx, audit: Audit, memberId: bigint): Promise<void> {
  const { owed } = await settleDebt(tx, audit, memberId, 'cash_out')
  if (owed > 0n) throw new Refusal('cash_out.owes', { owed: dotted(owed) })
}

/** Refuses the cash-out unless the balance after it still covers the held-back amount. */
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
 * Before a cash-out is paid: settles a debt that arose after the request, and refuses the payment if the balance does not cover the rest of the debt
 * and the held-back amount. After such a refusal, an administrator can reject the cash-out; the returned money then pays the debt. If the money was
 * already sent, `seen` is the missing sum that the administrator confirmed.
 */
export async function requireCoverage(tx: Tx, deps: HeldBackDeps, memberId: bigint, seen: bigint | null = null): Promise<bigint> {
  const { short, refusal } = await checkCoverage(tx, deps, memberId)
  if (refusal !== null && short !== seen) throw refusal
  return short
}

/** Like `requireCoverage`, but returns the refusal instead of throwing it; null if nothing is missing. The debt is settled in either case. */
export async function checkCoverage(tx: Tx, deps: HeldBackDeps, memberId: bigint): Promise<{ short: bigint; refusal: Refusal | null }> {
  const { owed } = await settleDebt(tx, deps.audit, memberId, 'cash_out')
  const held = await heldBackOf(tx, deps.settings, memberId)
  const short = shortfall((await lockWallets(tx, [memberId])).get(memberId) ?? 0n, owed + held.amount)
  const needs = [owed > 0n && `hutang Rp ${dotted(owed)}`, held.amount > 0n && `Rp ${dotted(held.amount)} yang ditahan`]
  const values = { needs: needs.filter(Boolean).join(' dan '), short: dotted(short) }
  return { short, refusal: short > 0n ? new Refusal('cash_out.lacks', values) : null }
}

/** Returns the in-flight money of a cash-out to the wallet and settles a debt that arose in the meantime. Returns the new balances. */
export async function postCashOutReturn(tx: Tx, audit: Audit, memberId: bigint, set: EntrySet): Promise<Map<bigint, bigint>> {
  await lockDebt(tx, memberId)
  const balances = await postEntries(tx, [set])
  const { balance } = await settleDebt(tx, audit, memberId, 'cash_out_back')
  return balance === null ? balances : new Map(balances).set(memberId, balance)
}

const shortfall = (balance: bigint, needed: bigint): bigint => (balance < needed ? needed - balance : 0n)
