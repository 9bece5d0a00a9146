import { type DifferenceKind, differencesMax } from '@lapak/contract/funds/reconciliation'
import { rupiahText } from '@lapak/contract/shared/money'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { cashBalanceBefore, cashMovementsSql } from '#ledger/cash.ts'
import { entrySetRange } from '#ledger/statement.ts'
import { jakartaDayOf, jakartaRange, startOfJakartaDay } from '#shared/clock.ts'
import { senOf } from '#shared/money/sen.ts'
import type { Differing } from './bank-differences.ts'
import { type BookingEvent, bookingLabels, bookingName } from './booking-names.ts'
import { dayAfter } from './days.ts'
import { type Found, providerCash } from './differences.ts'
import { manualTopUpsOf, manualTopUpsWith } from './manual-top-ups.queries.ts'
import { type Movement, pairBooked, pairUp } from './provider-pairs.ts'
import { comparedProviderDays, newestTransactions, type ProviderAsked } from './provider-transactions.ts'
import { stayingRests } from './staying-rests.ts'

export interface ProviderDayAsked extends ProviderAsked {
  installation: string
  day: string
}

/** Kinds of cash corrections with which the provider's fees are booked. */
export const feeKinds = sql`('gateway_cost', 'bank_fee', 'tax')`

/**
 * Differences between the provider and the books on a day: payments, payouts and other movements that only one side has, or that have different sums,
 * fees that are not booked, and a balance that none of them explains.
 */
export async function providerDifferences(read: Reader, asked: ProviderDayAsked): Promise<Differing> {
  const all = [
    ...(await requestedDifferences(read, asked)),
    ...(await otherDifferences(read, asked)),
    ...(await feeDifference(read, asked)),
    ...(await balanceDifference(read, asked)),
  ]
  const listed = [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((found) => found.slice(0, differencesMax))
  return { found: listed, leftOut: all.length - listed.length }
}

// — Payments and payouts

const dayMs = 86_400_000
/** A payout may wait for days at the provider, and a payment may be reported days later. */
const requestedMs = 30 * dayMs

interface Theirs extends Movement {
  id: string
  reference: string
  type: string
  day: string
  /** The change of the account if it succeeds. */
  intended: bigint
}

interface Ours extends Movement {
  /** The earliest time at which the provider may have it. */
  since: Date
  memberId: bigint | null
  /** The reference of the difference if only the books have it. */
  name: string
  /** The ticket that an administrator approved. */
  ticket?: string
  detail: string
}

async function requestedDifferences(read: Reader, asked: ProviderDayAsked): Promise<Found[]> {
  const storedSince = await storedWithoutGapSince(read, asked)
  const found: Found[] = []
  for (const [their, our] of await requestedPairs(read, asked, 0)) {
    if ((their?.day ?? (our && jakartaDayOf(our.at))) !== asked.day) continue
    // The provider's list of an earlier day, where it may be, is missing.
    if (their === null && our !== null && our.since < storedSince) continue
    found.push(...difference(their, our))
  }
  return found
}

/**
 * What the provider and the books have of the payments and payouts whose reference moved on the day, or within some time of it. Top-ups approved by hand
 * are looked for by day only for the day itself (`aroundMs` 0).
 */
async function requestedPairs(read: Reader, asked: ProviderDayAsked, aroundMs: number): Promise<[Theirs | null, Ours | null][]> {
  const { from, until } = rangeOf(asked.day, aroundMs)
  const listed = await theirsWhere(read, asked, sql`happened_at >= ${from} and happened_at < ${until}`, true)
  const booked = await oursOf(read, { from, until }, [])
  const manual = aroundMs === 0 ? await manualTopUpsOf(read, asked.installation, providerCash, asked.day) : []
  const references = [...new Set([...listed.map(({ reference }) => reference), ...[...booked, ...manual].map(({ key }) => key)])]
  const theirs = await theirsWhere(read, asked, sql`reference = any(${references}::text[])`, true)
  const around = rangeOf(asked.day, requestedMs)
  const ours = await oursOf(read, around, references)
  const approved = [...(await manualTopUpsWith(read, asked.installation, references, around)), ...manual].map(
    ({ id, invoice, ...row }) => [id, { ...row, name: invoice, ticket: invoice, detail: `Topup ${invoice}, disetujui admin` }] as const,
  )
  return pairUp(theirs, [...ours, ...new Map(approved).values()], requestedMs)
}

function difference(their: Theirs | null, our: Ours | null): Found[] {
  const [theirEffect, ourEffect] = [their === null ? 0n : their.effect, our?.effect ?? 0n]
  if (theirEffect === null || theirEffect === ourEffect) return []
  return [
    {
      kind: kindOf(their, theirEffect, ourEffect),
      // The id, because a virtual account may be paid the same sum twice a day. The ticket tells who approved it.
      reference: our?.ticket ?? their?.id ?? our?.name ?? '',
      ours: ourEffect === 0n ? null : ourEffect,
      theirs: theirEffect === 0n ? null : theirEffect,
      detail: our?.detail ?? `${(their?.effect ?? 0n) < 0n ? 'Pembayaran penarikan' : 'Pembayaran'} ${their?.reference ?? ''}`,
      memberId: our?.memberId ?? null,
    },
  ]
}

function kindOf(their: Theirs | null, theirEffect: bigint, ourEffect: bigint): DifferenceKind {
  if (their === null) return 'not_at_provider'
  if (ourEffect === 0n) return 'not_in_books'
  return theirEffect === 0n ? 'status' : 'amount'
}

/** Transactions that we requested, or those that we did not. */
async function theirsWhere(read: Reader, asked: ProviderDayAsked, where: RawBuilder<unknown>, requested: boolean): Promise<Theirs[]> {
  const { from, until } = rangeOf(asked.day, requestedMs)
  const { rows } = await sql<Omit<Theirs, 'key' | 'effect' | 'day' | 'intended'> & { direction: string; status: string; amount: string }>`
    select transaction_id as id, product_id as "productId", reference, type, direction, status, amount::text as amount, happened_at as at
    from ${newestTransactions(asked, sql`happened_at >= ${from} and happened_at < ${until} and ${where}`)} newest
    where not foreign_ref and ${requested} = (
      exists (select from payment_request where payment_request.reference = newest.reference)
      or exists (select from gateway_payment where gateway_payment.reference = newest.reference)
      or exists (select from payout where payout.reference = newest.reference)
    )
    order by happened_at, transaction_id`.execute(read)
  return rows.map(({ direction, status, amount, ...row }) => {
    const intended = direction === 'in' ? senOf(amount) : -senOf(amount)
    const effect = status === 'pending' ? null : status === 'success' ? intended : 0n
    return { ...row, key: row.reference, day: jakartaDayOf(row.at), intended, effect }
  })
}

/** Payments and payouts of these references as the books have them within a time, and without references all of that time. */
async function oursOf(read: Reader, { from, until }: { from: Date; until: Date }, references: readonly string[]): Promise<Ours[]> {
  const named = (column: RawBuilder<unknown>) => (references.length === 0 ? sql`true` : sql`${column} = any(${references}::text[])`)
  const { rows } = await sql<Omit<Ours, 'key' | 'effect' | 'name' | 'detail'> & { reference: string; amount: bigint; isPayout: boolean }>`
    select payment.reference, provider_payment_id as "productId", payment.amount, coalesce(paid_at, payment.created_at) as at,
      coalesce(paid_at - interval '1 hour', payment.created_at - interval '1 day') as since, request.member_id as "memberId", false as "isPayout"
    from gateway_payment payment left join payment_request request on request.kind = payment.kind and request.reference = payment.reference
    where payment.state <> 'new' and coalesce(paid_at, payment.created_at) >= ${from} and coalesce(paid_at, payment.created_at) < ${until}
      and ${named(sql`payment.reference`)}
    union all
    select payout.reference, coalesce(payout.provider_id, ''), case when payout.state = 'succeeded' then -payout.amount else 0 end,
      coalesce(cash_out.paid_at, payout.updated_at), payout.created_at, cash_out.member_id, true
    from payout join cash_out on cash_out.id = payout.cash_out_id
    where coalesce(cash_out.paid_at, payout.updated_at) >= ${from} and coalesce(cash_out.paid_at, payout.updated_at) < ${until}
      and ${named(sql`payout.reference`)}`.execute(read)
  return rows.map(({ amount, reference, isPayout, ...row }) => ({
    ...row,
    key: reference,
    effect: amount * 100n,
    name: isPayout ? reference : row.productId,
    detail: `${isPayout ? 'Pembayaran penarikan' : 'Pembayaran'} ${reference}`,
  }))
}

const rangeOf = (day: string, aroundMs = 0): { from: Date; until: Date } => {
  const { from, until } = jakartaRange(day, day)
  return { from: new Date((from?.getTime() ?? 0) - aroundMs), until: new Date((until?.getTime() ?? 0) + aroundMs) }
}

/** The time since which the provider's transactions are stored without a gap, until the end of the day. */
async function storedWithoutGapSince(read: Reader, { provider, day }: ProviderDayAsked): Promise<Date> {
  const compared = await comparedProviderDays(read, provider, { awal: dayAfter(day, -requestedMs / dayMs), akhir: day })
  let first = day
  while (compared.has(dayAfter(first, -1))) first = dayAfter(first, -1)
  return startOfJakartaDay(first)
}

// — Other movements: the provider's settlement to a bank, refunds, corrections

/** How far apart the provider's movement and its booking by an administrator may be. */
const bookedMs = 4 * dayMs
/** How much of both sides is read around the day, so that what has its partner just beyond that time is far from the day. */
const readMs = 3 * bookedMs

/** The provider's words for movements that administrators book. */
const typeLabels = new Map([
  ['WITHDRAWAL', 'Penarikan saldo ke bank'],
  ['DISBURSEMENT', 'Pembayaran keluar'],
  ['TOPUP', 'Pengisian saldo'],
  ['REFUND', 'Pengembalian dana ke pembayar'],
  ['PAYMENT', 'Pembayaran'],
])

/**
 * Movements that we did not request must have been booked by hand, with the same sum within a few days, and what was booked by hand must have moved at
 * the provider.
 */
async function otherDifferences(read: Reader, asked: ProviderDayAsked): Promise<Found[]> {
  const { from, until } = rangeOf(asked.day, readMs)
  const theirs = await theirsWhere(read, asked, sql`happened_at >= ${from} and happened_at < ${until}`, false)
  const moved = theirs.filter(({ effect }) => effect !== 0n).map((their) => ({ ...their, key: `${their.intended}` }))
  const covered = await storedWithoutGapSince(read, asked)
  // A booking from before the provider's list begins is of a movement from before it, too.
  const booked = (await bookedByHand(read, asked)).filter(({ at }) => at >= covered)
  const isOfDay = ({ at }: Movement) => jakartaDayOf(at) === asked.day
  if (![...moved, ...booked].some(isOfDay)) return []
  const pairs = pairBooked(moved, booked, bookedMs)
  const found: Found[] = pairs.flatMap(([their, our]) => (our === null && their !== null && isOfDay(their) ? notInBooks(their) : []))
  const ours = pairs.flatMap(([their, our]) => (their === null && our !== null ? [our] : []))
  if (!ours.some(isOfDay)) return found
  // The provider's lists of the days before, where it may be, have to be complete.
  const alone = pairBooked(await requestedRests(read, asked), ours, bookedMs).flatMap(([their, our]) =>
    their === null && our !== null && isOfDay(our) && our.at.getTime() - bookedMs >= covered.getTime() ? [our] : [],
  )
  return [
    ...found,
    ...alone.map(
      ({ name: reference, effect, detail, memberId }): Found => ({
        kind: 'not_at_provider',
        reference,
        ours: effect,
        theirs: null,
        detail,
        memberId,
      }),
    ),
  ]
}

/** A movement whose outcome is not certain yet is no difference. */
const notInBooks = ({ id, effect, type, reference }: Theirs): Found[] =>
  effect === null
    ? []
    : [
        {
          kind: 'not_in_books',
          reference: id,
          ours: null,
          theirs: effect,
          detail: `${typeLabels.get(type) ?? type} ${reference}`.trim(),
          memberId: null,
        },
      ]

/**
 * What differs between both sides of the payments and payouts. An administrator books some of it by hand: a payout that left although it had failed,
 * for example, is a loss.
 */
async function requestedRests(read: Reader, asked: ProviderDayAsked): Promise<Movement[]> {
  const pairs = await requestedPairs(read, asked, 2 * bookedMs)
  return pairs.flatMap(([their, our]) => {
    const rest = their?.effect === null ? 0n : (their?.effect ?? 0n) - (our?.effect ?? 0n)
    const at = their?.at ?? our?.at
    return rest === 0n || at === undefined ? [] : [{ key: `${rest}`, productId: '', effect: rest, at }]
  })
}

interface BookedByHand extends Movement {
  name: string
  detail: string
  memberId: bigint | null
}

async function bookedByHand(read: Reader, { day, installation }: ProviderDayAsked): Promise<BookedByHand[]> {
  const around = readMs / dayMs
  const moves = cashMovementsSql(providerCash, await entrySetRange(read, { awal: dayAfter(day, -around), akhir: dayAfter(day, around) }))
  const { rows } = await sql<{ event: BookingEvent; reference: bigint; amount: bigint; at: Date; memberId: bigint | null }>`
    select event, booked.reference, booked.amount, at, cash_out.member_id as "memberId"
    from ${moves} booked
    left join cash_out on event in ('cash_out.paid', 'cash_out.returned') and cash_out.id = booked.reference
    where case event
      when 'cash.transferred' then true
      when 'cash.corrected' then exists (select from cash_correction where id = booked.reference and kind not in ${feeKinds})
      when 'unmatched.released' then exists (select from suspense_item where id = booked.reference and closed_how = 'explained')
      when 'cash_out.paid' then cash_out.paid_how = 'hand'
      when 'cash_out.returned' then cash_out.paid_how = 'hand'
      else false end`.execute(read)
  return rows.map(({ event, reference, amount, at, memberId }) => {
    const effect = amount * 100n
    const name = bookingName(installation, event, reference)
    return { key: `${effect}`, productId: '', effect, at, name, detail: bookingLabels[event], memberId }
  })
}

// — Fees and balance

interface Fees {
  /** Charged for the day, and the part of it that no correction has booked until now. */
  ofDay: bigint
  open: bigint
  /** Charged for all days until the end of this one, and booked until then. */
  charged: bigint
  bookedThen: bigint
}

/**
 * Fees of the compared days, in sen. A correction may book the fees of many days, so corrections cover the oldest days first. Corrections from before
 * the first compared day are of other fees.
 */
async function feesOf(read: Reader, { provider, day }: ProviderDayAsked): Promise<Fees> {
  const { until } = rangeOf(day)
  const { rows } = await sql<Record<'ofDay' | 'open' | 'charged' | 'bookedThen', string>>`
    with fees as (select day, fee from compared_provider_day where provider = ${provider}),
    booked as (
      select -amount as amount, created_at from cash_correction
      where cash_code = ${providerCash} and kind in ${feeKinds}
        and created_at >= (select min(day) from fees)::timestamp at time zone 'Asia/Jakarta'
    ),
    sums as (
      select coalesce((select fee from fees where day = ${day}::date), 0) as of_day,
        coalesce((select sum(fee) from fees where day <= ${day}::date), 0) as charged,
        coalesce((select sum(amount) from booked where created_at < ${until}), 0) as booked_then,
        coalesce((select sum(amount) from booked), 0) as booked
    )
    select of_day::numeric(20,2)::text as "ofDay", charged::numeric(20,2)::text as charged, booked_then::numeric(20,2)::text as "bookedThen",
      greatest(least(charged - booked, of_day), 0)::numeric(20,2)::text as open
    from sums`.execute(read)
  const [sums] = rows
  if (sums === undefined) throw new Error('sum query returned no row')
  return { ofDay: senOf(sums.ofDay), open: senOf(sums.open), charged: senOf(sums.charged), bookedThen: senOf(sums.bookedThen) }
}

/** Less than a rupiah cannot be booked. */
async function feeDifference(read: Reader, asked: ProviderDayAsked): Promise<Found[]> {
  const { ofDay, open } = await feesOf(read, asked)
  if (open < 100n) return []
  const detail = `Bukukan koreksi kas KARTU −${rupiahText(open / 100n)}, jenis Biaya gateway`
  return [{ kind: 'fee', reference: '', ours: open === ofDay ? null : open - ofDay, theirs: -ofDay, detail, memberId: null }]
}

/**
 * The part of the difference between the provider's balance and the books at the end of a day that is not explained by money that is not settled,
 * by unbooked fees, or by payments and payouts under way. Null if other installations use the account as well.
 */
export async function unexplainedRest(read: Reader, asked: ProviderDayAsked, balance: bigint): Promise<bigint | null> {
  if (asked.sharedWith.length > 0) return null
  const { until } = rangeOf(asked.day)
  const recent = newestTransactions(asked, sql`happened_at >= ${new Date(until.getTime() - requestedMs)} and happened_at < ${until}`)
  const { rows } = await sql<{ unsettled: string; payouts: bigint; payments: bigint }>`
    with recent as materialized (select * from ${recent} newest)
    select coalesce((
        select sum(amount - coalesce(fee, 0)) from recent
        where direction = 'in' and status = 'success' and (settles_at is null or settles_at >= ${until})
      ), 0)::numeric(20,2)::text as unsettled,
      coalesce((
        select sum(payout.amount) from recent
        join payout on payout.reference = recent.reference join cash_out on cash_out.id = payout.cash_out_id
        where recent.direction = 'out' and recent.status in ('success', 'pending')
          and not (payout.state in ('succeeded', 'reversed') and cash_out.paid_at < ${until})
      ), 0)::bigint as payouts,
      coalesce((select sum(amount) from gateway_payment where paid_at < ${until} and created_at >= ${until}), 0)::bigint as payments`.execute(
    read,
  )
  const [sums] = rows
  if (sums === undefined) throw new Error('sum query returned no row')
  const { charged, bookedThen } = await feesOf(read, asked)
  const held = await cashBalanceBefore(read, providerCash, (await entrySetRange(read, { awal: asked.day, akhir: asked.day })).beyond)
  return balance + senOf(sums.unsettled) + charged - bookedThen - (held + sums.payments - sums.payouts) * 100n
}

/** The part of the rest that has stayed over two comparisons is a difference on the day since which it stays, until it disappears. */
async function balanceDifference(read: Reader, { provider, day }: ProviderDayAsked): Promise<Found[]> {
  const compared = await comparedProviderDays(read, provider, { awal: null, akhir: null })
  const rests = [...compared].flatMap(([of, { rest }]) => (rest === null ? [] : [{ day: of, rest }]))
  const growth = stayingRests(rests).get(day) ?? 0n
  const theirs = compared.get(day)?.balance
  if (growth === 0n || theirs === undefined) return []
  const detail = 'Saldo buku sudah disesuaikan dengan biaya, dana yang belum cair, dan pembayaran yang sedang berjalan'
  return [{ kind: 'provider_balance', reference: '', ours: theirs - growth, theirs, detail, memberId: null }]
}
