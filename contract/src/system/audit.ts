import { z } from 'zod'
import { transactionrc } from '../ordering/purchases.ts'
import { call } from '../shared/call.ts'
import { keyTerms } from '../shared/key-terms.ts'
import { ticketState } from '../shared/ticket-states.ts'
import { filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/**
 * All audit events: their subject, and the facts that a row may contain besides actor, time, address and reason. Facts that are not listed here are
 * not stored. No event contains credentials; account numbers are reduced to their last digits.
 */
interface AuditEvent {
  subject: string
  /** Shape of `before` and `after`. For events without a previous state, `after` contains the facts. */
  facts: z.ZodObject
}

const event = <const Subject extends string, Facts extends z.ZodRawShape>(subject: Subject, facts: Facts) =>
  ({ subject, facts: z.object(facts) }) satisfies AuditEvent

/** Member data that administrators can view: profile, balance, tickets, purchases, offers, and sessions with API keys. */
const memberLooks = ['detail', 'mutasi', 'histories', 'purchases', 'offers', 'access'] as const

/** For approvals, the first administrator; the row itself is of the second. */
const askedBy = rowId.optional()
const memberFacts = {
  name: z.string().optional(),
  email: z.string().optional(),
  phoneend: z.string().nullable().optional(),
  contact: z.string().nullable().optional(),
  address: z.string().nullable().optional(),
  province: rowId.nullable().optional(),
  city: rowId.nullable().optional(),
  district: rowId.nullable().optional(),
}
const specialPriceFacts = { offer: rowId, buyer: rowId, price: rupiah }
const bannerFacts = { image: z.string(), caption: z.string(), until: z.string().nullable(), sort: z.int(), active: z.boolean() }
const bankAccountFacts = { id: rowId, bank: z.string(), end: z.string(), name: z.string() }

const brandFacts = {
  name: z.string(),
  logo: z.string().nullable(),
  category: rowId,
  group: rowId.nullable(),
  operator: z.string().nullable(),
  targetkind: z.string(),
  active: z.boolean(),
}
const brandGroupFacts = { name: z.string(), logo: z.string().nullable(), category: rowId, active: z.boolean() }
const productFacts = {
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.int(),
  denom: rupiah,
  brand: rowId,
  image: z.string().nullable(),
  active: z.boolean(),
  /** Missing in rows from before the field existed. */
  iscode: z.boolean().optional(),
}
const operatorFacts = { name: z.string(), prefixes: z.array(z.string()) }

/**
 * Lists with data of other members that can be downloaded as files: the subject of the file, and its label in the audit. Each is an event
 * `….exported`. The names are stored in old rows, so they never change.
 */
export const exportedLists = {
  /** A seller's sales, with the names and targets of its buyers. */
  sales: { about: 'member', word: 'Daftar penjualan diunduh' },
  transactions: { about: 'transactions', word: 'Daftar semua transaksi diunduh' },
  /** Names, addresses and sums of many members, from top-ups or cash-outs. */
  tickets: { about: 'tickets', word: 'Daftar tiket diunduh' },
  /** Names of payers and sums. */
  reconciliation: { about: 'reconciliation', word: 'Selisih diunduh' },
} as const satisfies Record<string, { about: string; word: string }>
export type ExportedList = keyof typeof exportedLists

const exportFacts = z.object({ rows: z.int() })
type ExportEvents = {
  [List in ExportedList as `${List}.exported`]: { subject: (typeof exportedLists)[List]['about']; facts: typeof exportFacts }
}
const exportEvents = Object.fromEntries(
  Object.entries(exportedLists).map(([list, { about }]) => [`${list}.exported`, { subject: about, facts: exportFacts }]),
) as ExportEvents

export const auditEvents = {
  ...exportEvents,
  /** A call was refused for lack of rights: to a signed-in user or to an unknown application. */
  'access.refused': event('call', { why: z.string() }),
  /** `password` and the providers are the first factor; `code` is the second factor after any of them. */
  'sign_in.ok': event('member', { way: z.enum(['password', 'code', 'google', 'facebook']) }),
  /** The first factor was accepted: the password, or a provider's sign-in. */
  'sign_in.code_awaited': event('member', { way: z.enum(['password', 'google', 'facebook']) }),
  /** For a known account or an unknown name. */
  'sign_in.failed': event('member', { why: z.string() }),
  /** The link from the e-mail made a browser known to the account. */
  'sign_in.link_used': event('member', {}),
  /** Step-up authentication of a session. */
  'proof.given': event('member', { way: z.enum(['sign_in', 'password', 'pin', 'code', 'mail']) }),
  'proof.failed': event('member', { why: z.string() }),
  /** A session without recent step-up authentication requested a protected action. */
  'proof.needed': event('member', {}),
  /** Ended after too many wrong guesses. */
  'session.shut': event('member', { secret: z.enum(['password', 'pin', 'code', 'mail']) }),
  'account.activated': event('member', {}),
  'password.changed': event('member', {}),
  'password.reset': event('member', {}),
  'pin.changed': event('member', {}),
  'pin.removed': event('member', {}),
  'two_factor.enabled': event('member', {}),
  'two_factor.disabled': event('member', {}),
  'two_factor.recovery_renewed': event('member', {}),
  /** Without a code: by a password reset soon after activation, or by the operator of the machine. */
  'two_factor.removed': event('member', {}),
  'phone.verified': event('member', { end: z.string() }),
  /** The verified phone was released and may be replaced again. */
  'phone.released': event('member', { end: z.string() }),
  'jabber.added': event('jabber', { jid: z.string() }),
  'jabber.removed': event('jabber', { jid: z.string() }),
  /** A command with the right key came from the address. `lost`: other members who had added it lost it to its verified owner. */
  'jabber.verified': event('jabber', { jid: z.string() }),
  'jabber.lost': event('jabber', { jid: z.string() }),
  'jabber.changed': event('jabber', { jid: z.string(), enabled: z.boolean(), tells_all: z.boolean() }),
  'jabber.secret_made': event('member', {}),
  'jabber.secret_removed': event('member', {}),
  /** A command with a wrong key; `silenced` when it reached the limit. */
  'jabber.refused': event('jabber', { jid: z.string(), silenced: z.boolean() }),
  'key.added': event('key', keyTerms.shape),
  'key.changed': event('key', keyTerms.shape),
  'key.removed': event('key', keyTerms.shape),
  /** Suspended because the password was changed soon after the key was created. */
  'key.rested': event('key', {}),
  'key.confirmed': event('key', {}),
  'key.replaced': event('key', { id: rowId }),
  /** A request named the key without a valid signature, or came from an address that is not allowed. */
  'key.refused': event('key', { why: z.string() }),
  /** Addresses allowed for all keys of a member without a list of their own. */
  'key.addresses_changed': event('member', { ip: z.string() }),
  'callback.address_changed': event('member', { origin: z.string() }),
  'callback.secret_replaced': event('member', {}),
  /** Actor: who requested the challenge; for a job, the address of the receiver. */
  'callback.origin_proved': event('member', { origin: z.string() }),
  'callback.proof_taken_back': event('member', { origin: z.string() }),
  'bank_account.added': event('bank_account', bankAccountFacts),
  'bank_account.changed': event('bank_account', bankAccountFacts),
  'bank_account.removed': event('bank_account', bankAccountFacts),
  /** Documents of a seller application: identity card, and tax card if any. Facts contain the ids of the uploads. */
  'seller_application.sent': event('member', { ktp: rowId, npwp: rowId.nullable() }),
  'seller_application.approved': event('member', {}),
  /** Also removes the role if it was already granted. */
  'seller_application.rejected': event('member', { sold: z.boolean() }),
  /** Replacement documents of a seller were rejected; the seller keeps its role. */
  'seller_application.replacement_refused': event('member', {}),
  'seller_application.decide_refused': event('member', { why: z.string() }),
  'seller_api.report_address_replaced': event('member', {}),
  'price.changed': event('offer', { sell: rupiah, promo: rupiah.nullable() }),
  /** A bulk change in one row, in addition to rows for prices and codes: how many offers changed, and in how many of them other fields. */
  'offers.changed': event('member', {
    way: z.enum(['bulk', 'file', 'sync']),
    changed: z.int(),
    added: z.int(),
    cost: z.int(),
    status: z.int(),
    stock: z.int(),
    cutoff: z.int(),
  }),
  /** Together with all its special prices. */
  'offer.removed': event('offer', { sell: rupiah, promo: rupiah.nullable() }),
  /** Codes for orders and for name inquiries at the seller's server. */
  'offer.codes_changed': event('offer', { supplier: z.string(), check: z.string().nullable() }),
  /** Stock increased or decreased by this number, of one offer or of several. */
  'stock.counted': event('member', { offer: rowId.optional(), pieces: z.int() }),
  'special_price.added': event('special_price', specialPriceFacts),
  'special_price.changed': event('special_price', specialPriceFacts),
  'special_price.removed': event('special_price', specialPriceFacts),
  'shop.switched': event('member', { open: z.boolean() }),
  /** Hours from Monday to Sunday as text; null is always open. */
  'shop.hours_changed': event('member', { hours: z.string().nullable() }),
  /** Places no orders at Lapak, but the seller's server may execute the requests for real. */
  'self_test.started': event('member', { codes: z.array(z.string()), targets: z.array(z.string()) }),
  /** Ended manually, before the suspension expired. */
  'seller_api.rest_ended': event('member', { until: z.string(), failures: z.int() }),
  'seller_api.stopped': event('member', { server: z.string() }),
  'seller_api.saved': event('member', { server: z.string(), tested: z.boolean() }),
  /** All following events: by an administrator. Contains only changed fields; a phone is reduced to its last digits. */
  'member.changed': event('member', { ...memberFacts, askedby: askedBy }),
  'member.change_refused': event('member', { why: z.string() }),
  'member.blocked': event('member', { status: z.int(), askedby: askedBy }),
  'member.unblocked': event('member', { status: z.int(), askedby: askedBy }),
  'role.given': event('member', { role: z.string(), askedby: askedBy }),
  'role.taken': event('member', { role: z.string(), askedby: askedBy }),
  'shop.moved': event('member', { open: z.boolean() }),
  'activation.resent': event('member', {}),
  /** `read`: many rows about members in one answer. `refused`: the administrator read too many such rows within an hour. */
  'list.read': event('list', { rows: z.int() }),
  'list.refused': event('list', { rows: z.int() }),
  'member.looked_at': event('member', { what: z.enum(memberLooks) }),
  /** An identity or tax card was viewed by somebody other than its owner. */
  'private_picture.seen': event('picture', { owner: rowId }),
  'terms.published': event('terms', {}),
  'banner.added': event('banner', bannerFacts),
  'banner.changed': event('banner', bannerFacts),
  /** Banner ids in display order. */
  'banner.ordered': event('banners', { ids: z.array(rowId) }),
  'banner.archived': event('banner', bannerFacts),
  /** By an administrator or the seller. A change from success to failed is the refund. */
  'purchase.forced': event('purchase', { status: transactionrc, askedby: askedBy }),
  'purchase.force_refused': event('purchase', { why: z.string() }),
  /** Purchases whose state was checked at the sellers' servers on request. */
  'purchases.asked': event('list', { purchases: z.array(rowId) }),
  'alert.taken': event('alert', {}),
  'alert.resolved': event('alert', {}),
  'alert.refused': event('alert', { why: z.string() }),
  /** Health alerts; `from` is who had taken it before. */
  'health_alert.taken': event('health_alert', { matter: z.string(), from: rowId.nullable() }),
  'health_alert.ended': event('health_alert', { matter: z.string() }),
  /** `digest` identifies the requested change; missing in rows from before the field existed. */
  'decision.asked': event('decision', { kind: z.string(), subject: z.string(), amount: rupiah.nullable(), digest: z.string().optional() }),
  'decision.approved': event('decision', {}),
  'decision.rejected': event('decision', {}),
  'decision.lapsed': event('decision', {}),
  'deposit.created': event('deposit', { member: rowId, nominal: rupiah }),
  /** Opening balance of a member, from before there were tickets. */
  'deposit.opened': event('deposit', { member: rowId, received: rupiah }),
  'deposit.approved': event('deposit', { member: rowId, received: rupiah, credited: rupiah, how: z.string() }),
  /** The provider reported the payment of a ticket that an administrator had already approved. */
  'deposit.proved': event('deposit', { payment: z.string() }),
  'deposit.rejected': event('deposit', { status: ticketState }),
  /** By its owner or by expiry. */
  'deposit.cancelled': event('deposit', { status: ticketState }),
  /** Taken back after it was approved. */
  'deposit.taken_back': event('deposit', { member: rowId, credited: rupiah }),
  /** A feed's delivery had an invalid signature. */
  'statement.feed_refused': event('bank', { feed: z.string() }),
  'statement.file_stored': event('statement_file', { bank: z.string(), rows: z.int(), added: z.int() }),
  'unmatched.assigned': event('unmatched', { ticket: rowId, amount: rupiah, askedby: askedBy }),
  'statement.mapping_kept': event('bank', { columns: z.array(z.string()), roles: z.array(z.string()), number: z.string() }),
  'statement.explain_refused': event('statement', { why: z.string() }),
  'unmatched.assign_refused': event('unmatched', { why: z.string() }),
  'unmatched.explain_refused': event('unmatched', { why: z.string() }),
  /** Returned to its payer, or not money of the platform. */
  'unmatched.released': event('unmatched', { amount: rupiah, askedby: askedBy }),
  'unmatched.reopened': event('unmatched', { amount: rupiah }),
  'statement.explained': event('statement', { kind: z.string(), reference: rowId.nullable(), askedby: askedBy }),
  'statement.reopened': event('statement', { kind: z.string() }),
  'cash_out.requested': event('cash_out', { member: rowId, amount: rupiah, bank: z.string(), end: z.string() }),
  'cash_out.withdrawn': event('cash_out', {}),
  'cash.transferred': event('cash_transfer', { from: z.string(), to: z.string(), amount: rupiah, askedby: askedBy }),
  'cash.corrected': event('cash_correction', { code: z.string(), kind: z.string(), amount: rupiah, askedby: askedBy }),
  'adjustment.booked': event('adjustment', { member: rowId, amount: rupiah, askedby: askedBy }),
  'adjustment.refused': event('member', { why: z.string() }),
  'books.proof_asked': event('books', {}),
  'cash_out.account_seen': event('cash_out', { end: z.string() }),
  'books.exported': event('books', { awal: z.string(), akhir: z.string() }),
  'cash_out.processed': event('cash_out', {}),
  /** `short`: how much the balance lacked when it was paid despite the member's debt. */
  'cash_out.paid': event('cash_out', { member: rowId, amount: rupiah, from: z.string(), short: rupiah.optional() }),
  'cash_out.rejected': event('cash_out', { member: rowId, amount: rupiah }),
  /** The bank returned the money after it was paid. */
  'cash_out.returned': event('cash_out', { member: rowId, amount: rupiah }),
  /** A debt was paid from the balance: before money left the balance, or when money came back to it. */
  'debt.settled': event('debt_settlement', { member: rowId, amount: rupiah, cause: z.string() }),
  /** The provider was asked to pay the cash-out. */
  'payout.asked': event('cash_out', { reference: z.string(), amount: rupiah }),
  /** Failed definitively; the cash-out needs a person again. */
  'payout.failed': event('cash_out', { reference: z.string(), failure: z.string() }),
  /** The provider's final report contradicts the known state. It is applied if nobody has acted on the known state. */
  'payout.contradicted': event('cash_out', { reference: z.string(), state: z.string(), said: z.string() }),
  /** An administrator confirmed at the provider that the payout was never made. */
  'payout.called_lost': event('cash_out', { reference: z.string(), askedby: rowId.optional() }),
  /** An administrator wrote to a member as customer service. */
  'chat.answered': event('member', { conversation: rowId }),
  /** An administrator published a post for the platform, shown with its badge. */
  'post.published': event('post', {}),
  'comment.published': event('comment', { post: rowId }),
  /** An administrator decided about a post or comment: its author, and the number of reports decided with it. */
  'post.hidden': event('post', { member: rowId, reports: z.int() }),
  'post.restored': event('post', { member: rowId, reports: z.int() }),
  'post.kept': event('post', { member: rowId, reports: z.int() }),
  'comment.hidden': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  'comment.restored': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  'comment.kept': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  /** `kind` only for a return. */
  'dispute.begun': event('dispute', { purchase: rowId, reason: z.string(), kind: z.string().optional() }),
  'dispute.withdrawn': event('dispute', {}),
  'dispute.contested': event('dispute', {}),
  'dispute.rejected': event('dispute', {}),
  /** An administrator tried to decide about own money, or about an own request. */
  'dispute.decide_refused': event('dispute', { why: z.string() }),
  'deposit.decide_refused': event('deposit', { why: z.string() }),
  'cash_out.decide_refused': event('cash_out', { why: z.string() }),
  /** Closed by a member that cashed out its whole balance in order to leave. */
  'account.closed': event('member', { cashout: rowId }),
  /** Not closed, because money arrived meanwhile or something is pending. */
  'account.kept_open': event('member', { cashout: rowId }),
  /** Reopened because money arrived: a cash-out was returned by the bank, or a purchase was refunded. */
  'account.reopened': event('member', { cashout: rowId.optional(), event: z.string().optional(), reference: rowId.optional() }),
  /** Money arrived in a blocked account; the member can use it once unblocked. */
  'account.money_held': event('member', { event: z.string(), reference: rowId, balance: rupiah }),
  'payment_method.changed': event('payment_method', {
    feeflat: rupiah,
    feebasispoints: z.int(),
    end: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    askedby: askedBy,
  }),
  /** A callback in the provider's name could not be verified. */
  'gateway.callback_refused': event('gateway', {}),
  /** The provider reported about one of our requests in an unknown format; the subject is our reference. */
  'gateway.callback_unread': event('gateway', {}),
  'reconciliation.asked': event('reconciliation', {}),
  'reconciliation.file_stored': event('seller_report', { seller: rowId, day: z.string(), rows: z.int(), differences: z.int() }),
  'reconciliation.file_refused': event('member', { why: z.string() }),
  'reconciliation.end_refused': event('difference', { why: z.string() }),
  'reconciliation.ended': event('difference', { scope: z.string(), kind: z.string(), day: z.string(), reference: z.string() }),
  'brand.added': event('brand', brandFacts),
  'brand.changed': event('brand', brandFacts),
  'brand_group.added': event('brand_group', brandGroupFacts),
  'brand_group.changed': event('brand_group', brandGroupFacts),
  'product.added': event('product', productFacts),
  'product.changed': event('product', productFacts),
  'operator.added': event('operator', operatorFacts),
  'operator.changed': event('operator', operatorFacts),
  /** The maintenance announcement; an empty text withdraws it. */
  'maintenance.published': event('maintenance', { text: z.string(), from: z.string(), until: z.string(), pauses: z.boolean() }),
  /** A manual test with a request that changes nothing. */
  'adapter.tested': event('adapter', { ok: z.boolean(), said: z.string() }),
  'setting.changed': event('setting', { value: z.json(), askedby: askedBy }),
}

export type AuditEventName = keyof typeof auditEvents
export const auditEventNames = Object.keys(auditEvents) as AuditEventName[]
export type AuditSubject = (typeof auditEvents)[AuditEventName]['subject']
export const auditSubjects: AuditSubject[] = [...new Set(Object.values(auditEvents).map(({ subject }) => subject))]

/** The facts of an event's row. */
export type FactsOf<Name extends AuditEventName> = z.output<(typeof auditEvents)[Name]['facts']>

export type WayIn = FactsOf<'sign_in.ok'>['way']
export type FirstWayIn = FactsOf<'sign_in.code_awaited'>['way']
export type ShutSession = FactsOf<'session.shut'>
export type StepUpMethod = FactsOf<'proof.given'>['way']

const facts = z.record(z.string(), z.json()).nullable()

const auditRow = z.object({
  id: rowId,
  createat: moment,
  event: z.enum(auditEventNames),
  /** Null when nobody was signed in. */
  actorid: rowId.nullable(),
  actorname: z.string().nullable(),
  sessionid: rowId.nullable(),
  address: z.string(),
  subjectkind: z.string(),
  subject: z.string(),
  before: facts,
  after: facts,
  reason: z.string().nullable(),
})
export type AuditRow = z.output<typeof auditRow>

const auditQuery = z.object(
  pageQuery(['createat'], {
    event: filter(z.enum(auditEventNames)),
    actorid: filter(rowIdText),
    subjectkind: filter(z.enum(auditSubjects)),
    subject: filter(plainText(200)),
    /** Actions of this member, and actions on it. */
    memberid: filter(rowIdText),
    awal: filter(jakartaDay),
    akhir: filter(jakartaDay),
  }),
)
export type AuditQuery = z.output<typeof auditQuery>

export const auditCalls = {
  list: call('GET', '/api/admin/v1/audit', {
    summary: 'Who did what, when, from where and why; what the guards refused; newest first',
    access: 'admin',
    aboutMembers: true,
    query: auditQuery,
    data: pageOf(auditRow),
  }),
}
