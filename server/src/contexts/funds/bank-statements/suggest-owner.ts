import type { OwnerSuggestion } from '@lapak/contract/funds/bank-statements'
import { rupiahText } from '@lapak/contract/shared/money'
import { emailPattern } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { channelOfPayment } from '#contexts/funds/payment-gateway/payment-gateway.ts'
import { readMoney, type SuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import { idOfInvoice, invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { normalPhone } from '#contexts/members/otp/otp.ts'
import type { Database, Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { perhapsCounted } from './candidates.ts'
import { lateTickets } from './late-transfer.ts'
import { timeOfMoney } from './perhaps-counted.ts'
import { feeOfMoney } from './waiting.queries.ts'

interface SuggestDeps {
  db: Database
  installation: string
}

const suggestionsMax = 5

/** Suggests owners of suspense money to an administrator. Suggestions may be inexact, unlike automatic matches. */
export async function suggestOwners({ db, installation }: SuggestDeps, id: bigint, search: string | undefined): Promise<OwnerSuggestion[]> {
  return db.snapshot(async (read) => {
    const money = await readMoney(read, id)
    const tickets = await ticketsFor(read, money)
    const late = await lateTickets(read, money)
    const biaya = await feeOfMoney(read, id)
    const found =
      search === undefined
        ? await likelyOwners(read, tickets, money, late)
        : [...(await namedTicket(tickets, installation, search)), ...(await members(read, search))]
    const suggested = onceEach(
      found.map((one) => suggestionOf(installation, money, biaya, { ...one, isLate: one.ticket !== null && late.includes(one.ticket.id) })),
    )
    return withCounted(read, installation, money, suggested)
  })
}

/** Tells of each owner the ticket that may already count this money, about which the allocation will ask. */
async function withCounted(
  read: Reader,
  installation: string,
  money: SuspenseItem,
  suggested: OwnerSuggestion[],
): Promise<OwnerSuggestion[]> {
  const { bank, amount, paymentId } = money
  const channel = paymentId === null ? 'transfer' : await channelOfPayment(read, paymentId)
  const at = await timeOfMoney(read, money)
  const all: OwnerSuggestion[] = []
  for (const one of suggested) {
    const isExact = 'ticketid' in one.owner && one.nominal === amount
    const [counted] = await perhapsCounted(read, { memberId: one.memberid, bank, channel, amount, at, isExact })
    const why = counted ? `${one.why}; bisa sudah dihitung di tiket ${invoiceOf(installation, counted.id)}, yang disetujui admin` : one.why
    all.push({ ...one, why })
  }
  return all
}

const likelyOwners = async (read: Reader, tickets: Tickets, money: SuspenseItem, late: bigint[]): Promise<Found[]> => [
  ...(await askedAtProvider(read, tickets, money)),
  ...(late.length === 0 ? [] : (await tickets.where('top_up.id', 'in', late).orderBy('top_up.id', 'desc').execute()).map(ofTicket)),
  ...(await nearTickets(tickets, money)),
  ...(await sameTickets(tickets, money)),
]

/** Tickets that this money can pay. */
async function ticketsFor(read: Reader, { bank, paymentId }: SuspenseItem) {
  const channel = paymentId === null ? 'transfer' : await channelOfPayment(read, paymentId)
  return read
    .selectFrom('top_up')
    .innerJoin('member', 'member.id', 'top_up.member_id')
    .select(['top_up.id', 'top_up.member_id', 'member.name', 'top_up.nominal', 'top_up.fee', 'top_up.created_at', 'top_up.state'])
    .where('top_up.cash_code', '=', bank)
    .where('top_up.channel', '=', channel)
    .limit(suggestionsMax)
}

type Tickets = Awaited<ReturnType<typeof ticketsFor>>
type Ticket = Awaited<ReturnType<Tickets['execute']>>[number]

interface Found {
  memberId: bigint
  name: string
  ticket: Ticket | null
  /** Replaces the reason that would be derived from the ticket. */
  why?: string
}

/** `isLate`: the ticket expired while this money was on its way. */
type Judged = Found & { isLate: boolean }

const whyLate = 'Berakhir karena waktu sebelum mutasinya datang, nominalnya sama'

const ofTicket = (ticket: Ticket): Found => ({ memberId: ticket.member_id, name: ticket.name, ticket })

/** The largest difference, in rupiah, between the received sum and the sum of a ticket whose unique code was forgotten or mistyped. */
const nearBy = 1_000n

const nearTickets = async (tickets: Tickets, { amount }: SuspenseItem): Promise<Found[]> =>
  (
    await tickets
      .where('top_up.state', 'in', [0, 1])
      .where('top_up.nominal', '>=', amount - nearBy)
      .where('top_up.nominal', '<=', amount + nearBy)
      .orderBy(sql`abs(top_up.nominal - ${amount})`)
      .orderBy('top_up.id')
      .execute()
  ).map(ofTicket)

/** Closed tickets of exactly this sum; their payers may have paid late or twice. */
const sameTickets = async (tickets: Tickets, { amount }: SuspenseItem): Promise<Found[]> =>
  (await tickets.where('top_up.state', 'in', [2, 3, 4]).where('top_up.nominal', '=', amount).orderBy('top_up.id', 'desc').execute()).map(
    ofTicket,
  )

/** The payment has a payment request, which has a member and may have a ticket. */
async function askedAtProvider(read: Reader, tickets: Tickets, { paymentId }: SuspenseItem): Promise<Found[]> {
  if (paymentId === null) return []
  const ask = await read
    .selectFrom('gateway_payment as payment')
    .innerJoin('payment_request as ask', (on) => on.onRef('ask.reference', '=', 'payment.reference').onRef('ask.kind', '=', 'payment.kind'))
    .innerJoin('member', 'member.id', 'ask.member_id')
    .select(['ask.top_up_id', 'ask.member_id', 'member.name'])
    .where('payment.id', '=', paymentId)
    .executeTakeFirst()
  if (!ask) return []
  const ticket = ask.top_up_id === null ? undefined : await tickets.where('top_up.id', '=', ask.top_up_id).executeTakeFirst()
  return [ticket ? ofTicket(ticket) : { memberId: ask.member_id, name: ask.name, ticket: null, why: 'Dibayar ke nomor VA miliknya' }]
}

async function namedTicket(tickets: Tickets, installation: string, search: string): Promise<Found[]> {
  const id = idOfInvoice(installation, search)
  return id === null ? [] : (await tickets.where('top_up.id', '=', id).execute()).map(ofTicket)
}

async function members(read: Reader, search: string): Promise<Found[]> {
  const phone = normalPhone(search)
  const rows = await read
    .selectFrom('member')
    .select(['id', 'name'])
    .where((eb) => {
      if (emailPattern.test(search)) return eb(sql`lower(email)`, '=', search.toLowerCase())
      // Ids have twelve digits and more after a restore, as phone numbers have.
      const ofPhone = phone === null ? [] : [eb.and([eb('phone', '=', phone), eb('phone_verified_at', 'is not', null)])]
      const ofId = /^[1-9]\d{0,14}$/.test(search) ? [eb('id', '=', BigInt(search))] : []
      if (ofPhone.length + ofId.length > 0) return eb.or([...ofPhone, ...ofId])
      return eb('name', 'ilike', containsPattern(search))
    })
    .where('status', '>', 0)
    .orderBy('name')
    .orderBy('id')
    .limit(suggestionsMax)
    .execute()
  return rows.map(({ id, name }) => ({ memberId: id, name, ticket: null, why: 'Dibuatkan tiket baru' }))
}

function suggestionOf(
  installation: string,
  { amount }: SuspenseItem,
  biaya: bigint,
  { memberId, name, ticket, isLate, why }: Judged,
): OwnerSuggestion {
  const canBePaid = ticket !== null && (ticket.state <= 1 || isLate)
  return {
    owner: canBePaid ? { ticketid: ticket.id } : { memberid: memberId },
    memberid: memberId,
    membername: name,
    invoice: ticket && invoiceOf(installation, ticket.id),
    nominal: ticket?.nominal ?? null,
    at: ticket?.created_at ?? null,
    biaya: canBePaid ? null : biaya,
    why: why ?? (isLate ? whyLate : ticket ? whyTicket(ticket, amount) : ''),
  }
}

function whyTicket({ state, nominal, fee }: Ticket, amount: bigint): string {
  if (state === 2) return 'Sudah disetujui dengan nominal ini'
  if (state > 2) return 'Berakhir tanpa dibayar'
  if (nominal === amount) return 'Terbuka, nominalnya sama'
  const differs = nominal > amount ? `${rupiahText(nominal - amount)} kurang` : `${rupiahText(amount - nominal)} lebih`
  return `Terbuka, yang masuk ${differs}; member menerima ${rupiahText(amount - fee)}`
}

/** Removes duplicates, because two searches may find the same ticket. */
const onceEach = (all: OwnerSuggestion[]): OwnerSuggestion[] =>
  all.filter((one, index) => all.findIndex((other) => other.invoice === one.invoice && other.memberid === one.memberid) === index)
