import { z } from 'zod'
import { transactionrc } from '../ordering/purchases.ts'
import { call } from '../shared/call.ts'
import { keyTerms } from '../shared/key-terms.ts'
import { routingOrders } from '../shared/routing.ts'
import { ticketState } from '../shared/ticket-states.ts'
import { filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/**
 * All audit events: their subject, and the facts that a row may contain in addition to actor, time, IP address and reason. Facts that are not listed
 * here are not stored. No event contains credentials; account numbers are reduced to their last digits.
 */
interface AuditEvent {
  subject: string
  /** Shape of `before` and `after`. If there is no previous state, only `after` contains the facts. */
  facts: z.ZodObject
}

const event = <const Subject extends string, Facts extends z.ZodRawShape>(subject: Subject, facts: Facts) =>
  ({ subject, facts: z.object(facts) }) satisfies AuditEvent

/** Member data that administrators can view: profile, balance, tickets, purchases, offers, and sessions with API keys. */
const memberLooks = ['detail', 'mutasi', 'histories', 'purchases', 'offers', 'access'] as const

/** For approvals: the administrator who requested the change. The actor of the row is the second administrator, who approved it. */
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
/** The newest row of a bank at that time: `ledger:check` demands the events that have this fact of every newer one. */
const newestStatement = rowId
const specialPriceFacts = { offer: rowId, buyer: rowId, price: rupiah }
const bannerFacts = { image: z.string(), caption: z.string(), until: z.string().nullable(), sort: z.int(), active: z.boolean() }
const bankAccountFacts = { id: rowId, bank: z.string(), end: z.string(), name: z.string() }

const categoryFacts = { name: z.string(), image: z.string().nullable(), active: z.boolean() }
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
  /** Missing in rows that are older than this field. */
  iscode: z.boolean().optional(),
}
const operatorFacts = { name: z.string(), prefixes: z.array(z.string()) }

/**
 * Lists with data of other members that can be downloaded as files: the subject of the audit event, and its label. The download of each list has an
 * event `….exported`. Old rows contain these names, so the names never change.
 */
export const exportedLists = {
  /** A seller's sales, with the names and targets of its buyers. */
  sales: { about: 'member', word: 'Daftar penjualan diunduh' },
  transactions: { about: 'transactions', word: 'Daftar semua transaksi diunduh' },
  /** Names, e-mail addresses and amounts of many members, from top-ups or cash-outs. */
  tickets: { about: 'tickets', word: 'Daftar tiket diunduh' },
  /** Names and amounts of payers. */
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
  /** A call was refused because a signed-in user lacks the rights, or because the caller is unknown. */
  'access.refused': event('call', { why: z.string() }),
  /** `password`, `google` and `facebook`: the sign-in needed no second factor. `code`: the second factor was checked after one of them. */
  'sign_in.ok': event('member', { way: z.enum(['password', 'code', 'google', 'facebook']) }),
  /** The first factor was accepted, a password or a provider's sign-in; the second factor is still missing. */
  'sign_in.code_awaited': event('member', { way: z.enum(['password', 'google', 'facebook']) }),
  /** A failed sign-in, to an existing account or with an unknown e-mail address. */
  'sign_in.failed': event('member', { why: z.string() }),
  /** The link in an e-mail was opened, so that the account knows this browser. */
  'sign_in.link_used': event('member', {}),
  /** Step-up authentication of a session succeeded. */
  'proof.given': event('member', { way: z.enum(['sign_in', 'password', 'pin', 'code', 'mail']) }),
  'proof.failed': event('member', { why: z.string() }),
  /** A session without recent step-up authentication requested a protected action. */
  'proof.needed': event('member', {}),
  /** The session was ended after too many wrong guesses. */
  'session.shut': event('member', { secret: z.enum(['password', 'pin', 'code', 'mail']) }),
  'account.activated': event('member', {}),
  'password.changed': event('member', {}),
  'password.reset': event('member', {}),
  'pin.changed': event('member', {}),
  'pin.removed': event('member', {}),
  'two_factor.enabled': event('member', {}),
  'two_factor.disabled': event('member', {}),
  'two_factor.recovery_renewed': event('member', {}),
  /** Two-factor authentication was removed without a code: by a password reset soon after it was enabled, or by the operator of the Lapak machine. */
  'two_factor.removed': event('member', {}),
  'phone.verified': event('member', { end: z.string() }),
  /** The verification of a recently verified phone was undone, so that the phone can be replaced again. */
  'phone.released': event('member', { end: z.string() }),
  'jabber.added': event('jabber', { jid: z.string() }),
  'jabber.removed': event('jabber', { jid: z.string() }),
  /**
   * A command with the right key came from the Jabber address. `lost`: another member had added the same address and lost it, because it was verified
   * for its owner.
   */
  'jabber.verified': event('jabber', { jid: z.string() }),
  'jabber.lost': event('jabber', { jid: z.string() }),
  'jabber.changed': event('jabber', { jid: z.string(), enabled: z.boolean(), tells_all: z.boolean() }),
  'jabber.secret_made': event('member', {}),
  'jabber.secret_removed': event('member', {}),
  /** A command with a wrong key came from the Jabber address. `silenced` is true if the number of wrong keys reached the limit. */
  'jabber.refused': event('jabber', { jid: z.string(), silenced: z.boolean() }),
  'key.added': event('key', keyTerms.shape),
  'key.changed': event('key', keyTerms.shape),
  'key.removed': event('key', keyTerms.shape),
  /** The key was suspended because the password was changed soon after the key was created. */
  'key.rested': event('key', {}),
  'key.confirmed': event('key', {}),
  'key.replaced': event('key', { id: rowId }),
  /** A request contained the key without a valid signature, or came from an IP address that is not allowed. */
  'key.refused': event('key', { why: z.string() }),
  /** IP addresses that are allowed for all keys of a member that have no list of their own. */
  'key.addresses_changed': event('member', { ip: z.string() }),
  /** Options of a buyer that decide which seller gets an order, and what stops or reports wrong orders. */
  'buyer.options_changed': event('member', { routing: z.enum(routingOrders), doubleguard: z.int(), lowbalance: rupiah.nullable() }),
  'callback.address_changed': event('member', { origin: z.string() }),
  'callback.secret_replaced': event('member', {}),
  /**
   * The actor is the member who requested the challenge. If a job sent the challenge, the row contains the origin of the receiver instead of an IP
   * address.
   */
  'callback.origin_proved': event('member', { origin: z.string() }),
  'callback.proof_taken_back': event('member', { origin: z.string() }),
  'bank_account.added': event('bank_account', bankAccountFacts),
  'bank_account.changed': event('bank_account', bankAccountFacts),
  'bank_account.removed': event('bank_account', bankAccountFacts),
  /** Documents of a seller application were sent: an identity card, and a tax card if any. The facts contain the ids of the uploads. */
  'seller_application.sent': event('member', { ktp: rowId, npwp: rowId.nullable() }),
  'seller_application.approved': event('member', {}),
  /** The application was rejected. If the seller role was already granted, it is removed, too. */
  'seller_application.rejected': event('member', { sold: z.boolean() }),
  /** Replacement documents of a seller were rejected; the seller keeps its role. */
  'seller_application.replacement_refused': event('member', {}),
  'seller_application.decide_refused': event('member', { why: z.string() }),
  'seller_api.report_address_replaced': event('member', {}),
  'price.changed': event('offer', { sell: rupiah, promo: rupiah.nullable() }),
  /**
   * A change of many offers in one row, in addition to the rows about prices and codes: how many offers changed, and in how many of them each other
   * field changed.
   */
  'offers.changed': event('member', {
    way: z.enum(['bulk', 'file', 'sync']),
    changed: z.int(),
    added: z.int(),
    cost: z.int(),
    status: z.int(),
    stock: z.int(),
    cutoff: z.int(),
  }),
  /** The offer was removed together with all its special prices. */
  'offer.removed': event('offer', { sell: rupiah, promo: rupiah.nullable() }),
  /** The codes with which the seller's server identifies the product, for orders and for name inquiries, were changed. */
  'offer.codes_changed': event('offer', { supplier: z.string(), check: z.string().nullable() }),
  /** The stock of one offer or of several offers was increased or decreased by this number. */
  'stock.counted': event('member', { offer: rowId.optional(), pieces: z.int() }),
  'special_price.added': event('special_price', specialPriceFacts),
  'special_price.changed': event('special_price', specialPriceFacts),
  'special_price.removed': event('special_price', specialPriceFacts),
  'shop.switched': event('member', { open: z.boolean() }),
  /** Opening hours from Monday to Sunday as text; null is always open. */
  'shop.hours_changed': event('member', { hours: z.string().nullable() }),
  /** The self-test places no orders in Lapak, but the seller's server may execute its requests for real. */
  'self_test.started': event('member', { codes: z.array(z.string()), targets: z.array(z.string()) }),
  /** The suspension of a seller's server was ended manually, before it expired. */
  'seller_api.rest_ended': event('member', { until: z.string(), failures: z.int() }),
  'seller_api.stopped': event('member', { server: z.string() }),
  'seller_api.saved': event('member', { server: z.string(), tested: z.boolean() }),
  /** This event and the next ones are actions of an administrator. The row contains only changed fields; a phone is reduced to its last digits. */
  'member.changed': event('member', { ...memberFacts, askedby: askedBy }),
  'member.change_refused': event('member', { why: z.string() }),
  'member.blocked': event('member', { status: z.int(), askedby: askedBy }),
  'member.unblocked': event('member', { status: z.int(), askedby: askedBy }),
  'role.given': event('member', { role: z.string(), askedby: askedBy }),
  'role.taken': event('member', { role: z.string(), askedby: askedBy }),
  'shop.moved': event('member', { open: z.boolean() }),
  'activation.resent': event('member', {}),
  /** `read`: one answer contained many rows about members. `refused`: the administrator has read too many such rows within an hour. */
  'list.read': event('list', { rows: z.int() }),
  'list.refused': event('list', { rows: z.int() }),
  'member.looked_at': event('member', { what: z.enum(memberLooks) }),
  /** An identity card or a tax card was viewed by another member than its owner. */
  'private_picture.seen': event('picture', { owner: rowId }),
  'terms.published': event('terms', {}),
  'banner.added': event('banner', bannerFacts),
  'banner.changed': event('banner', bannerFacts),
  /** Banners were sorted: their ids in display order. */
  'banner.ordered': event('banners', { ids: z.array(rowId) }),
  'banner.archived': event('banner', bannerFacts),
  /** An administrator or the seller set the state of a purchase. A change from success to failed is a refund. */
  'purchase.forced': event('purchase', { status: transactionrc, askedby: askedBy }),
  'purchase.force_refused': event('purchase', { why: z.string() }),
  /** A check of the state of these purchases at the sellers' servers was requested. */
  'purchases.asked': event('list', { purchases: z.array(rowId) }),
  'alert.taken': event('alert', {}),
  'alert.resolved': event('alert', {}),
  'alert.refused': event('alert', { why: z.string() }),
  /** Health alerts: `from` is the administrator who had taken the alert before. */
  'health_alert.taken': event('health_alert', { matter: z.string(), from: rowId.nullable() }),
  'health_alert.ended': event('health_alert', { matter: z.string() }),
  /** `digest` identifies the requested change. It is missing in rows that are older than this field. */
  'decision.asked': event('decision', { kind: z.string(), subject: z.string(), amount: rupiah.nullable(), digest: z.string().optional() }),
  'decision.approved': event('decision', {}),
  'decision.rejected': event('decision', {}),
  'decision.withdrawn': event('decision', {}),
  'decision.lapsed': event('decision', {}),
  'decision.reject_refused': event('decision', { why: z.string() }),
  /** `end` is the last digits of the account that the payer is shown, and `name` its owner; null for payments at the provider. */
  'deposit.created': event('deposit', { member: rowId, nominal: rupiah, end: z.string().nullable(), name: z.string().nullable() }),
  /** Opening balance of a member, credited before tickets existed. */
  'deposit.opened': event('deposit', { member: rowId, received: rupiah }),
  'deposit.approved': event('deposit', { member: rowId, received: rupiah, credited: rupiah, how: z.string() }),
  /** The provider reported the payment of a ticket that an administrator had already approved. */
  'deposit.proved': event('deposit', { payment: z.string() }),
  'deposit.rejected': event('deposit', { status: ticketState }),
  /** The ticket was cancelled by its member or because it expired. */
  'deposit.cancelled': event('deposit', { status: ticketState }),
  /** The credit of a top-up was taken back after the ticket had been approved. */
  'deposit.taken_back': event('deposit', { member: rowId, credited: rupiah }),
  /** A delivery of a bank feed had an invalid signature. */
  'statement.feed_refused': event('bank', { feed: z.string() }),
  /** `digest` identifies the content of the file. It is missing in rows that are older than this field and than `statement.confirmed`. */
  'statement.file_stored': event('statement_file', { bank: z.string(), rows: z.int(), added: z.int(), digest: z.string().optional() }),
  /** A feed reported a row that only a file had reported before. */
  'statement.confirmed': event('statement', { feed: z.string() }),
  /** Money without a known owner was booked: a row of a bank or a payment at the provider. Missing for money that is older than this event. */
  'unmatched.received': event('unmatched', { bank: z.string(), amount: rupiah, statement: rowId.optional(), payment: rowId.optional() }),
  'unmatched.assigned': event('unmatched', { ticket: rowId, amount: rupiah, askedby: askedBy }),
  'statement.mapping_kept': event('bank', { columns: z.array(z.string()), roles: z.array(z.string()), number: z.string() }),
  'statement.explain_refused': event('statement', { why: z.string() }),
  'statement.reopen_refused': event('statement', { why: z.string() }),
  'unmatched.assign_refused': event('unmatched', { why: z.string() }),
  'unmatched.explain_refused': event('unmatched', { why: z.string() }),
  /** Suspense money was booked out: it was returned to its payer, or was not money of the platform. */
  'unmatched.released': event('unmatched', { amount: rupiah, askedby: askedBy }),
  'unmatched.reopened': event('unmatched', { amount: rupiah }),
  'statement.explained': event('statement', { kind: z.string(), reference: rowId.nullable(), askedby: askedBy }),
  /** `reference` is missing in rows that are older than this field. */
  'statement.reopened': event('statement', { kind: z.string(), reference: rowId.nullable().optional() }),
  /**
   * The subject is a row whose ticket may have been paid with the platform's own money, which left another account by the row `out`, by the
   * cash transfer `transfer`, or the payment provider by `withdrawal`.
   */
  'statement.perhaps_own': event('statement', {
    out: rowId.optional(),
    transfer: rowId.optional(),
    withdrawal: z.string().optional(),
    ticket: rowId,
  }),
  /** The subject is a row of money in that the bank may have taken back by the row `out`; `ticket` is the ticket that it paid, if any. */
  'statement.reversed': event('statement', { out: rowId, ticket: rowId.optional() }),
  /**
   * A feed says another sum or day of a row than before. `times` is how often it did so, and `final` says that what feeds say of the row next is not
   * recorded any more. Both, and `newest`, are missing in rows that are older than these fields.
   */
  'statement.restated': event('statement', {
    feed: z.string(),
    amount: z.string(),
    at: z.string(),
    times: z.int().optional(),
    final: z.boolean().optional(),
    newest: newestStatement.optional(),
  }),
  /** A source reported that a row of money out takes a credit back. Missing for reversals that are older than this event. */
  'statement.is_reversal': event('statement', { source: z.string(), newest: newestStatement }),
  /** A stored row may be the same as the row `other`, so that nothing is booked by it. Missing for rows that are older than this event. */
  'statement.maybe_same': event('statement', { other: rowId, newest: newestStatement }),
  'cash_out.requested': event('cash_out', { member: rowId, amount: rupiah, bank: z.string(), end: z.string(), kasus: z.int().nullable() }),
  'cash_out.withdrawn': event('cash_out', {}),
  'cash.transferred': event('cash_transfer', { from: z.string(), to: z.string(), amount: rupiah, askedby: askedBy }),
  'cash.corrected': event('cash_correction', { code: z.string(), kind: z.string(), amount: rupiah, askedby: askedBy }),
  'adjustment.booked': event('adjustment', { member: rowId, amount: rupiah, askedby: askedBy }),
  'adjustment.refused': event('member', { why: z.string() }),
  'books.proof_asked': event('books', {}),
  'cash_out.account_seen': event('cash_out', { end: z.string() }),
  'books.exported': event('books', { awal: z.string(), akhir: z.string() }),
  'cash_out.processed': event('cash_out', {}),
  /** `short`: the missing amount of the balance, if the cash-out was paid although the member had a debt. */
  'cash_out.paid': event('cash_out', { member: rowId, amount: rupiah, from: z.string(), short: rupiah.optional() }),
  'cash_out.rejected': event('cash_out', { member: rowId, amount: rupiah }),
  /** The bank returned the money of a cash-out after it was paid. */
  /** `returnedin`: the top-up that was credited for money of this sum, which the administrator confirmed to be different money. */
  'cash_out.returned': event('cash_out', { member: rowId, amount: rupiah, returnedin: z.string().optional() }),
  /** A debt was paid from the member's balance: before other money left the balance, or when money returned to it. */
  'debt.settled': event('debt_settlement', { member: rowId, amount: rupiah, cause: z.string() }),
  /** The payment provider was asked to pay the cash-out. */
  'payout.asked': event('cash_out', {
    reference: z.string(),
    amount: rupiah,
    /** Missing in rows that are older than `payout.missing`. */
    number: z.int().optional(),
  }),
  /** The provider did not know the payout for the first time, or again after it had known it. */
  'payout.missing': event('cash_out', { reference: z.string(), since: z.string() }),
  /** The payout failed and will not be repeated. An administrator must decide about the cash-out again. */
  'payout.failed': event('cash_out', { reference: z.string(), failure: z.string() }),
  /** The provider's final report contradicts the state that we know. The report is applied unless a person has already acted on the known state. */
  'payout.contradicted': event('cash_out', {
    reference: z.string(),
    state: z.string(),
    said: z.string(),
    /** What the provider reports; missing in rows that are older than this fact. */
    contradiction: z.enum(['waits', 'succeeded', 'reversed', 'failed', 'amount']).optional(),
  }),
  /** An administrator confirmed at the provider that the payout was never made. */
  'payout.called_lost': event('cash_out', { reference: z.string(), askedby: rowId.optional() }),
  /** An administrator wrote to a member as customer service. */
  'chat.answered': event('member', { conversation: rowId }),
  /** An administrator published a post for the platform, shown with its badge. */
  'post.published': event('post', {}),
  'comment.published': event('comment', { post: rowId }),
  /** An administrator decided about a post or comment. The facts contain its author, and the number of reports that were decided with it. */
  'post.hidden': event('post', { member: rowId, reports: z.int() }),
  'post.restored': event('post', { member: rowId, reports: z.int() }),
  'post.kept': event('post', { member: rowId, reports: z.int() }),
  'comment.hidden': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  'comment.restored': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  'comment.kept': event('comment', { member: rowId, post: rowId, reports: z.int() }),
  /** `kind` is stored only for a return. */
  'dispute.begun': event('dispute', { purchase: rowId, reason: z.string(), kind: z.string().optional() }),
  'dispute.withdrawn': event('dispute', {}),
  'dispute.contested': event('dispute', {}),
  'dispute.rejected': event('dispute', { askedby: askedBy }),
  /** An administrator was refused because the decision was about the administrator's own money or own request. */
  'dispute.decide_refused': event('dispute', { why: z.string() }),
  'deposit.decide_refused': event('deposit', { why: z.string() }),
  'cash_out.decide_refused': event('cash_out', { why: z.string() }),
  /** The account was closed because the member cashed out its whole balance in order to leave. */
  'account.closed': event('member', { cashout: rowId }),
  /** The account was not closed, because money arrived in the meantime or something is pending. */
  'account.kept_open': event('member', { cashout: rowId }),
  /** A closed account was opened again because money arrived: the bank returned a cash-out, or a purchase was refunded. */
  'account.reopened': event('member', { cashout: rowId.optional(), event: z.string().optional(), reference: rowId.optional() }),
  /** Money arrived in a blocked account. The member can use it after the account is unblocked. */
  'account.money_held': event('member', { event: z.string(), reference: rowId, balance: rupiah }),
  'payment_method.changed': event('payment_method', {
    feeflat: rupiah,
    feebasispoints: z.int(),
    end: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    askedby: askedBy,
  }),
  /** A callback with the name of the payment provider could not be verified. */
  'gateway.callback_refused': event('gateway', {}),
  /**
   * The provider answered a payment request. `digest` identifies what its payer is shown: page, code or account. `newest` is the newest request at
   * that time: `ledger:check` demands this event of every newer one.
   */
  'payment_request.opened': event('payment_request', { digest: z.string(), newest: rowId }),
  /** The provider sent a callback about one of our requests in an unknown format. The subject of the event is our reference. */
  'gateway.callback_unread': event('gateway', {}),
  'reconciliation.asked': event('reconciliation', {}),
  'reconciliation.file_stored': event('seller_report', { seller: rowId, day: z.string(), rows: z.int(), differences: z.int() }),
  'reconciliation.file_refused': event('member', { why: z.string() }),
  'reconciliation.end_refused': event('difference', { why: z.string() }),
  'reconciliation.ended': event('difference', {
    scope: z.string(),
    kind: z.string(),
    day: z.string(),
    reference: z.string(),
    askedby: askedBy,
  }),
  /** A difference was ended while no comparison found it. A later comparison found it again and reopened it. */
  'reconciliation.reopened': event('difference', { scope: z.string(), kind: z.string(), day: z.string(), reference: z.string() }),
  'category.added': event('category', categoryFacts),
  'category.changed': event('category', categoryFacts),
  'category.ordered': event('categories', { ids: z.array(rowId) }),
  'category.deleted': event('category', categoryFacts),
  /** The starter catalogue was added, in part or whole. Each added row has its own event as well. */
  'catalogue.starter_added': event('catalogue', {
    from: z.array(z.string()),
    categories: z.int(),
    brandgroups: z.int(),
    brands: z.int(),
    products: z.int(),
  }),
  'brand.added': event('brand', brandFacts),
  'brand.changed': event('brand', brandFacts),
  'brand_group.added': event('brand_group', brandGroupFacts),
  'brand_group.changed': event('brand_group', brandGroupFacts),
  'product.added': event('product', productFacts),
  'product.changed': event('product', productFacts),
  'operator.added': event('operator', operatorFacts),
  'operator.changed': event('operator', operatorFacts),
  /** The maintenance announcement was changed; an empty text withdraws it. */
  'maintenance.published': event('maintenance', { text: z.string(), from: z.string(), until: z.string(), pauses: z.boolean() }),
  /** An operator confirmed after a restore that orders and sending go on. `asked`: queued orders whose status is requested first, `left`:
   * orders that wait for a person. */
  'restore.confirmed': event('restore', { reason: z.string(), detail: z.string(), asked: z.int(), left: z.int() }),
  /**
   * The operator of the machine made an administrator: by a link that sets the password, of a member that has an account, or as the first one on the
   * screen of the first start.
   */
  'setup.administrator': event('member', { way: z.enum(['link', 'promoted', 'screen']) }),
  /** An administrator hid the checklist of a new installation. */
  'opening.hidden': event('opening', {}),
  /** An administrator tested an adapter with a request that does not change anything. */
  'adapter.tested': event('adapter', { ok: z.boolean(), said: z.string() }),
  'setting.changed': event('setting', { value: z.json(), askedby: askedBy }),
}

export type AuditEventName = keyof typeof auditEvents
export const auditEventNames = Object.keys(auditEvents) as AuditEventName[]
export type AuditSubject = (typeof auditEvents)[AuditEventName]['subject']
export const auditSubjects: AuditSubject[] = [...new Set(Object.values(auditEvents).map(({ subject }) => subject))]

/** The facts in a row of this event. */
export type FactsOf<Name extends AuditEventName> = z.output<(typeof auditEvents)[Name]['facts']>

export type SignInMethod = FactsOf<'sign_in.ok'>['way']
export type FirstFactorMethod = FactsOf<'sign_in.code_awaited'>['way']
export type ShutSession = FactsOf<'session.shut'>
export type StepUpMethod = FactsOf<'proof.given'>['way']

const facts = z.record(z.string(), z.json()).nullable()

const auditRow = z.object({
  id: rowId,
  createat: moment,
  event: z.enum(auditEventNames),
  /** The actor; null if the caller was not signed in. */
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
    /** Filter: actions of this member, and actions that concern this member. */
    memberid: filter(rowIdText),
    awal: filter(jakartaDay),
    akhir: filter(jakartaDay),
  }),
)
export type AuditQuery = z.output<typeof auditQuery>

export const auditCalls = {
  list: call('GET', '/api/admin/v1/audit', {
    summary: 'List audit entries: acts with actor, time, origin and reason, and refused attempts; newest first',
    access: 'admin',
    aboutMembers: true,
    query: auditQuery,
    data: pageOf(auditRow),
  }),
}
