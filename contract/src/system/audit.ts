import { z } from 'zod'
import { transactionrc } from '../ordering/purchases.ts'
import { call } from '../shared/call.ts'
import { keyTerms } from '../shared/key-terms.ts'
import { ticketState } from '../shared/ticket-states.ts'
import { filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/**
 * Every event of the audit: what it is about, and all that a row of it may hold beside who, when, from where and why. What is
 * not named here is not kept. Nothing that lets somebody in stands here, of an account number no more than its end.
 */
interface AuditEvent {
  subject: string
  /** Before and after have this shape; where nothing was before, `after` is what happened. */
  facts: z.ZodObject
}

const event = <const Subject extends string, Facts extends z.ZodRawShape>(subject: Subject, facts: Facts) =>
  ({ subject, facts: z.object(facts) }) satisfies AuditEvent

/** What administrators look at of a member: itself, its balance, tickets, purchases, offers, and where it is signed in with its keys. */
const memberLooks = ['detail', 'mutasi', 'histories', 'purchases', 'offers', 'access'] as const

/** Where two administrators decided, the first one; the row is of the second. */
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
  /** What was written before there was such a thing does not say it. */
  iscode: z.boolean().optional(),
}
const operatorFacts = { name: z.string(), prefixes: z.array(z.string()) }

/**
 * Lists with what is of others that leave the house as files: what such a file is about, and what the page says of whoever took it. Each is an event
 * `….exported`; what was written once is called so for ever.
 */
export const exportedLists = {
  /** What buyers bought of a seller, with their names and numbers. */
  sales: { about: 'member', word: 'Daftar penjualan diunduh' },
  transactions: { about: 'transactions', word: 'Daftar semua transaksi diunduh' },
  /** Names, addresses and sums of many: of top-ups or of cash-outs. */
  tickets: { about: 'tickets', word: 'Daftar tiket diunduh' },
  /** Payers' names and sums of many. */
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
  /** The guard of a call said no: to who is signed in, or to an unknown application. */
  'access.refused': event('call', { why: z.string() }),
  /** `password` and the providers are what was proved; `code` is the second factor after any of them. */
  'sign_in.ok': event('member', { way: z.enum(['password', 'code', 'google', 'facebook']) }),
  /** The first half was right: the password, or a provider's word. */
  'sign_in.code_awaited': event('member', { way: z.enum(['password', 'google', 'facebook']) }),
  /** At an account, or at none of the name that was given. */
  'sign_in.failed': event('member', { why: z.string() }),
  /** The mailed link made a browser known to the account. */
  'sign_in.link_used': event('member', {}),
  /** By the owner of a session, for what a thief of it would want. */
  'proof.given': event('member', { way: z.enum(['sign_in', 'password', 'pin', 'code', 'mail']) }),
  'proof.failed': event('member', { why: z.string() }),
  /** Asked for such a thing by a session whose owner had not proved itself lately. */
  'proof.needed': event('member', {}),
  /** By too many wrong guesses in it. */
  'session.shut': event('member', { secret: z.enum(['password', 'pin', 'code', 'mail']) }),
  'account.activated': event('member', {}),
  'password.changed': event('member', {}),
  'password.reset': event('member', {}),
  'pin.changed': event('member', {}),
  'pin.removed': event('member', {}),
  'two_factor.enabled': event('member', {}),
  'two_factor.disabled': event('member', {}),
  'two_factor.recovery_renewed': event('member', {}),
  /** Without a code: by a reset soon after it was switched on, or by who runs the machine. */
  'two_factor.removed': event('member', {}),
  'phone.verified': event('member', { end: z.string() }),
  /** It may be replaced again. */
  'phone.released': event('member', { end: z.string() }),
  'jabber.added': event('jabber', { jid: z.string() }),
  'jabber.removed': event('jabber', { jid: z.string() }),
  /** A command with the right key came from it; and of all others who had added it, that it is another member's. */
  'jabber.verified': event('jabber', { jid: z.string() }),
  'jabber.lost': event('jabber', { jid: z.string() }),
  'jabber.changed': event('jabber', { jid: z.string(), enabled: z.boolean(), tells_all: z.boolean() }),
  'jabber.secret_made': event('member', {}),
  'jabber.secret_removed': event('member', {}),
  /** A command with a wrong key; `silenced` when it was one too many. */
  'jabber.refused': event('jabber', { jid: z.string(), silenced: z.boolean() }),
  'key.added': event('key', keyTerms.shape),
  'key.changed': event('key', keyTerms.shape),
  'key.removed': event('key', keyTerms.shape),
  /** The password was changed soon after the key was made. */
  'key.rested': event('key', {}),
  'key.confirmed': event('key', {}),
  'key.replaced': event('key', { id: rowId }),
  /** A request that named the key and did not prove it, or came from elsewhere than it may. */
  'key.refused': event('key', { why: z.string() }),
  /** From where all keys of a member may be used that have no list of their own. */
  'key.addresses_changed': event('member', { ip: z.string() }),
  'callback.address_changed': event('member', { origin: z.string() }),
  'callback.secret_replaced': event('member', {}),
  /** By whoever asked for the challenge; by its receiver's address where a job asked. */
  'callback.origin_proved': event('member', { origin: z.string() }),
  'callback.proof_taken_back': event('member', { origin: z.string() }),
  'bank_account.added': event('bank_account', bankAccountFacts),
  'bank_account.changed': event('bank_account', bankAccountFacts),
  'bank_account.removed': event('bank_account', bankAccountFacts),
  /** Identity card, and tax card where there is one, for an administrator to look at. */
  /** With the numbers of the uploads. */
  'seller_application.sent': event('member', { ktp: rowId, npwp: rowId.nullable() }),
  'seller_application.approved': event('member', {}),
  /** With the role, where it had been given before. */
  'seller_application.rejected': event('member', { sold: z.boolean() }),
  /** Documents that a seller sent in the place of others; it sells on. */
  'seller_application.replacement_refused': event('member', {}),
  'seller_application.decide_refused': event('member', { why: z.string() }),
  'seller_api.report_address_replaced': event('member', {}),
  'price.changed': event('offer', { sell: rupiah, promo: rupiah.nullable() }),
  /** What is ordered at the seller's server, and by what it is asked whose number it is. */
  /** Many at once, in one row beside those of prices and codes: how many, and of how many the rest moved. */
  'offers.changed': event('member', {
    way: z.enum(['bulk', 'file', 'sync']),
    changed: z.int(),
    added: z.int(),
    cost: z.int(),
    status: z.int(),
    stock: z.int(),
    cutoff: z.int(),
  }),
  /** With all special prices of it. */
  'offer.removed': event('offer', { sell: rupiah, promo: rupiah.nullable() }),
  'offer.codes_changed': event('offer', { supplier: z.string(), check: z.string().nullable() }),
  /** So many pieces more or less, of one offer or of many together. */
  'stock.counted': event('member', { offer: rowId.optional(), pieces: z.int() }),
  'special_price.added': event('special_price', specialPriceFacts),
  'special_price.changed': event('special_price', specialPriceFacts),
  'special_price.removed': event('special_price', specialPriceFacts),
  'shop.switched': event('member', { open: z.boolean() }),
  /** Of Monday to Sunday, as people write them; null is always. */
  'shop.hours_changed': event('member', { hours: z.string().nullable() }),
  /** Nothing is bought at Lapak, but what the seller's server is asked for it may sell for real. */
  'self_test.started': event('member', { codes: z.array(z.string()), targets: z.array(z.string()) }),
  /** By hand, before its time. */
  'seller_api.rest_ended': event('member', { until: z.string(), failures: z.int() }),
  'seller_api.stopped': event('member', { server: z.string() }),
  'seller_api.saved': event('member', { server: z.string(), tested: z.boolean() }),
  /** By an administrator, as all that follow here; only what differs, of a phone its end. */
  'member.changed': event('member', { ...memberFacts, askedby: askedBy }),
  'member.change_refused': event('member', { why: z.string() }),
  'member.blocked': event('member', { status: z.int(), askedby: askedBy }),
  'member.unblocked': event('member', { status: z.int(), askedby: askedBy }),
  'role.given': event('member', { role: z.string(), askedby: askedBy }),
  'role.taken': event('member', { role: z.string(), askedby: askedBy }),
  'shop.moved': event('member', { open: z.boolean() }),
  'activation.resent': event('member', {}),
  /** Many rows about members in one answer; and what one administrator is refused, having read so many within an hour. */
  'list.read': event('list', { rows: z.int() }),
  'list.refused': event('list', { rows: z.int() }),
  'member.looked_at': event('member', { what: z.enum(memberLooks) }),
  /** By somebody else than its owner: identity cards and tax cards. */
  'private_picture.seen': event('picture', { owner: rowId }),
  'terms.published': event('terms', {}),
  'banner.added': event('banner', bannerFacts),
  'banner.changed': event('banner', bannerFacts),
  /** From the first shown one on. */
  'banner.ordered': event('banners', { ids: z.array(rowId) }),
  'banner.archived': event('banner', bannerFacts),
  /** By an administrator, or by its seller; to failure after success it is the refund. */
  'purchase.forced': event('purchase', { status: transactionrc, askedby: askedBy }),
  'purchase.force_refused': event('purchase', { why: z.string() }),
  /** Those that sellers' servers were asked about now, by a press. */
  'purchases.asked': event('list', { purchases: z.array(rowId) }),
  'alert.taken': event('alert', {}),
  'alert.resolved': event('alert', {}),
  'alert.refused': event('alert', { why: z.string() }),
  /** Of the house; `from` is who had taken it before. */
  'health_alert.taken': event('health_alert', { matter: z.string(), from: rowId.nullable() }),
  'health_alert.ended': event('health_alert', { matter: z.string() }),
  /** `digest` is that of what is to be done; what was written before there was such a thing does not say it. */
  'decision.asked': event('decision', { kind: z.string(), subject: z.string(), amount: rupiah.nullable(), digest: z.string().optional() }),
  'decision.approved': event('decision', {}),
  'decision.rejected': event('decision', {}),
  'decision.lapsed': event('decision', {}),
  'deposit.created': event('deposit', { member: rowId, nominal: rupiah }),
  /** What a member began with, from before there were tickets. */
  'deposit.opened': event('deposit', { member: rowId, received: rupiah }),
  'deposit.approved': event('deposit', { member: rowId, received: rupiah, credited: rupiah, how: z.string() }),
  /** The provider told of the payment of a ticket that an administrator had approved before. */
  'deposit.proved': event('deposit', { payment: z.string() }),
  'deposit.rejected': event('deposit', { status: ticketState }),
  /** By its owner, or by time. */
  'deposit.cancelled': event('deposit', { status: ticketState }),
  /** After it was approved. */
  'deposit.taken_back': event('deposit', { member: rowId, credited: rupiah }),
  /** A feed's delivery whose signature is not ours. */
  'statement.feed_refused': event('bank', { feed: z.string() }),
  'statement.file_stored': event('statement_file', { bank: z.string(), rows: z.int(), added: z.int() }),
  'unmatched.assigned': event('unmatched', { ticket: rowId, amount: rupiah, askedby: askedBy }),
  'statement.mapping_kept': event('bank', { columns: z.array(z.string()), roles: z.array(z.string()), number: z.string() }),
  'statement.explain_refused': event('statement', { why: z.string() }),
  'unmatched.assign_refused': event('unmatched', { why: z.string() }),
  'unmatched.explain_refused': event('unmatched', { why: z.string() }),
  /** Given back to its payer, or none of ours. */
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
  /** `short` where it was paid though its member owed so much more than it had left. */
  'cash_out.paid': event('cash_out', { member: rowId, amount: rupiah, from: z.string(), short: rupiah.optional() }),
  'cash_out.rejected': event('cash_out', { member: rowId, amount: rupiah }),
  /** After it was paid: its bank sent the money back. */
  'cash_out.returned': event('cash_out', { member: rowId, amount: rupiah }),
  /** A member paid what it owed out of its balance, before anything left it or because it came back. */
  'debt.settled': event('debt_settlement', { member: rowId, amount: rupiah, cause: z.string() }),
  /** The provider was asked to pay it. */
  'payout.asked': event('cash_out', { reference: z.string(), amount: rupiah }),
  /** For certain; the cash-out is for a person again. */
  'payout.failed': event('cash_out', { reference: z.string(), failure: z.string() }),
  /** The provider says in the end what does not fit what is known; where nobody has acted upon what was known, it counts. */
  'payout.contradicted': event('cash_out', { reference: z.string(), state: z.string(), said: z.string() }),
  /** By an administrator who saw at the provider that it was never made. */
  'payout.called_lost': event('cash_out', { reference: z.string(), askedby: rowId.optional() }),
  /** An administrator wrote to a member as customer service. */
  'chat.answered': event('member', { conversation: rowId }),
  /** An administrator wrote for the platform, which everybody reads with its badge. */
  'post.published': event('post', {}),
  'comment.published': event('comment', { post: rowId }),
  /** An administrator's word about what a member wrote in the feed; whose it is, and the reports that were decided with it. */
  'post.hidden': event('post', { member: rowId, reports: z.int() }),
  'post.restored': event('post', { member: rowId, reports: z.int() }),
  'post.kept': event('post', { member: rowId, reports: z.int() }),
  'comment.hidden': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  'comment.restored': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  'comment.kept': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  /** `kind` where it is a return. */
  'dispute.begun': event('dispute', { purchase: rowId, reason: z.string(), kind: z.string().optional() }),
  'dispute.withdrawn': event('dispute', {}),
  'dispute.contested': event('dispute', {}),
  'dispute.rejected': event('dispute', {}),
  /** An administrator's word about own money, or about what was asked for by it. */
  'dispute.decide_refused': event('dispute', { why: z.string() }),
  'deposit.decide_refused': event('deposit', { why: z.string() }),
  'cash_out.decide_refused': event('cash_out', { why: z.string() }),
  /** By a member who took out all that it had in order to leave. */
  'account.closed': event('member', { cashout: rowId }),
  /** The same, of one that got money meanwhile, or has something under way. */
  'account.kept_open': event('member', { cashout: rowId }),
  /** Money came for who had left: what it had been paid came back from its bank, or something was refunded. */
  'account.reopened': event('member', { cashout: rowId.optional(), event: z.string().optional(), reference: rowId.optional() }),
  /** Money came into an account that an administrator has blocked; it is its member's once it is let in again. */
  'account.money_held': event('member', { event: z.string(), reference: rowId, balance: rupiah }),
  'payment_method.changed': event('payment_method', {
    feeflat: rupiah,
    feebasispoints: z.int(),
    end: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    askedby: askedBy,
  }),
  /** Somebody sent a callback that the payment provider did not prove. */
  'gateway.callback_refused': event('gateway', {}),
  /** Told by the provider about what we asked for, in a form that is not understood; the subject is our reference. */
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
  /** What everybody is told about work on Lapak; without text what was told was taken back. */
  'maintenance.published': event('maintenance', { text: z.string(), from: z.string(), until: z.string(), pauses: z.boolean() }),
  /** Asked something that changes nothing there. */
  'adapter.tested': event('adapter', { ok: z.boolean(), said: z.string() }),
  'setting.changed': event('setting', { value: z.json(), askedby: askedBy }),
}

export type AuditEventName = keyof typeof auditEvents
export const auditEventNames = Object.keys(auditEvents) as AuditEventName[]
export type AuditSubject = (typeof auditEvents)[AuditEventName]['subject']
export const auditSubjects: AuditSubject[] = [...new Set(Object.values(auditEvents).map(({ subject }) => subject))]

/** What a row of this event holds. */
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
  /** Null where nobody was signed in. */
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
    /** What this member did, and what was done to it. */
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
