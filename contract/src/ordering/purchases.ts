import { z } from 'zod'
import { targetKinds } from '../market-data/targets.ts'
import { call } from '../shared/call.ts'
import { offerState } from '../shared/offer-states.ts'
import {
  boundedText,
  downloadRowsMax,
  downloads,
  filter,
  jakartaDay,
  moment,
  pageOf,
  pageQuery,
  plainText,
  rowId,
  rowIdText,
  rupiah,
  rupiahAsked,
} from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Values of `transactionrc`. A success that was refunded is `failed`, too; `refundedat` shows that it was a success before. */
export const purchaseState = { pending: 0, success: 1, failed: 2 } as const

export const purchaseStateLabels = { 0: 'PENDING', 1: 'SUKSES', 2: 'GAGAL' } as const
export const transactionrc = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Transactionrc = z.infer<typeof transactionrc>

/** Values of `producttype`. */
export const productType = { prepaid: 0, bill: 1, openDenomination: 2 } as const

/** Parts of a serial number of a known format (PLN: token/name/tariff/power/kWh). */
export const serialParts = z
  .object({ token: z.string(), name: z.string(), tariff: z.string(), power: z.string(), kwh: z.string() })
  .partial()

export const purchaseRow = z.object({
  id: rowId,
  createat: moment,
  updateat: moment,
  reffclient: z.string(),
  productcode: z.string(),
  productname: z.string(),
  target: z.string(),
  sellprice: rupiah,
  sellerid: rowId,
  sellername: z.string(),
  membername: z.string(),
  transactionrc,
  serialnumber: z.string().nullable(),
  description: z.string().nullable(),
  refundedat: moment.nullable(),
})
export type PurchaseRow = z.output<typeof purchaseRow>

/** `jml` includes failed purchases, as the list does, but `amount` does not. `gagal` is the number of failed purchases. */
export const purchaseSum = z.object({ jml: z.int(), gagal: z.int(), amount: rupiah })

/** One attempt at one seller, as the buyer sees it. */
export const attemptRow = z.object({
  id: rowId,
  sellername: z.string(),
  price: rupiah,
  state: z.enum(['queued', 'sending', 'waiting', 'unknown', 'success', 'failed', 'unsent']),
  message: z.string().nullable(),
  createat: moment,
  updateat: moment,
  tookms: z.int().nullable(),
})

export const purchaseDetail = purchaseRow.extend({
  amount: rupiah.nullable(),
  counter: z.int(),
  serialparts: serialParts.nullable(),
  customername: z.string().nullable(),
  period: z.string().nullable(),
  /** For a bill: the amount that the buyer's customer pays. `sellprice` is the amount that is taken from the buyer's balance. */
  customerprice: rupiah.nullable(),
  attempts: z.array(attemptRow),
})
export type PurchaseDetail = z.output<typeof purchaseDetail>

/** Reasons why a purchase needs an administrator. */
export const alertKinds = ['unknown_too_long', 'contradiction', 'status_too_old', 'code_missing', 'partial'] as const
export type AlertKind = (typeof alertKinds)[number]

export const exchangeKinds = ['order', 'status', 'report', 'force'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** One message exchanged with a seller's server about an attempt. Administrators and the seller of the attempt can read it. */
export const exchangeRow = z.object({
  attemptid: rowId,
  kind: z.enum(exchangeKinds),
  state: z.string(),
  at: moment,
  tookms: z.int().nullable(),
  request: z.string(),
  answer: z.string(),
})

/** A sale in the seller's list. */
export const saleRow = purchaseRow.extend({
  /** The platform's fee for this sale. */
  fee: rupiah,
  /** The seller's revenue after the fee; null until the sale is final. */
  earned: rupiah.nullable(),
})
export type SaleRow = z.output<typeof saleRow>

/** A sale as its seller sees it: only the seller's own attempts, and only the messages exchanged with the seller's own server. */
export const saleDetail = purchaseDetail.extend({
  ...saleRow.pick({ fee: true, earned: true }).shape,
  /** Part of `earned` that was withheld for the seller's debt. */
  recovered: rupiah,
  /** The seller's current debt. It is collected from the next successful sales. */
  debt: rupiah,
  exchanges: z.array(exchangeRow),
})
export type SaleDetail = z.output<typeof saleDetail>

/** An alert with its purchase, the administrator who took or ended it, and the note. */
export const purchaseAlert = z.object({
  id: rowId,
  idtrx: rowId,
  kind: z.enum(alertKinds),
  message: z.string(),
  createat: moment,
  productname: z.string(),
  target: z.string(),
  sellprice: rupiah,
  membername: z.string(),
  sellername: z.string(),
  transactionrc,
  takenat: moment.nullable(),
  takenby: z.string().nullable(),
  takenreason: z.string().nullable(),
  endedat: moment.nullable(),
  endedby: z.string().nullable(),
  endedreason: z.string().nullable(),
})
export type PurchaseAlert = z.output<typeof purchaseAlert>

/** A purchase for administrators. */
export const adminPurchaseDetail = purchaseDetail.extend({
  fee: rupiah,
  exchanges: z.array(exchangeRow),
  /** True when the administrator who reads the purchase is its buyer or seller, who may not decide. */
  own: z.boolean(),
  /** The requested decision that waits for a second administrator. `own` is true for the administrator who requested it. */
  decision: z
    .object({ id: rowId, status: z.union([z.literal(1), z.literal(2)]), askedby: z.string(), reason: z.string(), own: z.boolean() })
    .nullable(),
  /**
   * Number of status checks at the seller's server so far, and the time of the next check. `at` is null when no further check is allowed. The whole
   * object is null when the purchase is final.
   */
  questions: z.object({ asked: z.int(), at: moment.nullable() }).nullable(),
  alerts: z.array(purchaseAlert),
})
export type AdminPurchaseDetail = z.output<typeof adminPurchaseDetail>

/** What administrators can do with a purchase: the state before and after each act. */
export const purchaseActs = {
  succeed: { from: purchaseState.pending, to: purchaseState.success },
  fail: { from: purchaseState.pending, to: purchaseState.failed },
  refund: { from: purchaseState.success, to: purchaseState.failed },
} as const
export type PurchaseAct = keyof typeof purchaseActs
const purchaseAct = z.enum(Object.keys(purchaseActs) as [PurchaseAct, ...PurchaseAct[]])

/** Maximum number of purchases in one call. */
export const purchasesAtOnce = 300
const manyIds = z.array(rowId).min(1).max(purchasesAtOnce)

/** Result for one of many purchases. */
const lineResult = z.object({ id: rowId, done: z.boolean(), msg: z.string(), code: z.string().nullable() })
export type LineResult = z.output<typeof lineResult>

/**
 * Preview for one of many purchases: `can` is true when the act is possible now. Otherwise the act needs a second administrator, or is impossible
 * because of `why`.
 */
const previewLine = z.object({
  id: rowId,
  productname: z.string(),
  target: z.string(),
  sellprice: rupiah,
  sellername: z.string(),
  can: z.enum(['now', 'second']).nullable(),
  why: z.string().nullable(),
})
export type PreviewLine = z.output<typeof previewLine>

const waiting = { jml: z.int(), amount: rupiah, lama: z.int() }

/** All pending purchases of all members, and those pending for longer than `menit`. */
export const pendingPurchases = z.object({
  ...waiting,
  menit: z.int(),
  oldest: moment.nullable(),
  /** Number of alerts that have not ended. */
  alerts: z.int(),
  /** Sellers with pending purchases that their servers have not answered. Sellers with the most purchases come first. */
  sellers: z.array(z.object({ sellerid: rowId, sellername: z.string(), ...waiting })),
})

const purchaseFilters = {
  search: filter(plainText(100)),
  brandid: filter(rowIdText),
  categoryid: filter(rowIdText),
  sellerid: filter(rowIdText),
  statustrx: filter(z.enum(['0', '1', '2']).transform((text) => Number(text) as Transactionrc)),
  awal: filter(jakartaDay),
  akhir: filter(jakartaDay),
}
const purchaseSorts = ['id', 'createat', 'updateat', 'reffclient', 'productcode', 'target', 'sellprice', 'transactionrc'] as const
export const purchaseListQuery = z.object(pageQuery(purchaseSorts, purchaseFilters))
export const purchaseSumQuery = z.object(purchaseFilters)
const purchaseDownloadQuery = purchaseListQuery.omit({ page: true, size: true })

/** `lama` selects purchases that have been pending for longer than the setting purchases.alertMinutes. */
const adminFilters = { ...purchaseFilters, lama: filter(z.literal('1').transform(() => true)) }
const adminListQuery = z.object(pageQuery(purchaseSorts, adminFilters))
const adminDownloadQuery = adminListQuery.omit({ page: true, size: true })
const alertQuery = z.object(
  pageQuery(['id'], { open: filter(z.enum(['0', '1']).transform((text) => text === '1')), kind: filter(z.enum(alertKinds)) }),
)
export type AlertQuery = z.output<typeof alertQuery>

export const orderFields = {
  productcode: plainText(30).min(1, 'Kode produk wajib diisi').toUpperCase(),
  target: plainText(100).min(3, 'Nomor tujuan wajib diisi'),
  /** 2 or more confirms that this is the second (or a later) intended purchase of the same product for the same target. */
  counter: z.coerce.number().int().min(1, 'Counter minimal 1').max(99, 'Counter maksimal 99').default(1),
  amount: rupiahAsked.nullish(),
  maxprice: rupiahAsked.nullish(),
  token: plainText(64).nullish(),
}
const reffclient = plainText(64).regex(/^[\x21-\x7e]+$/, 'Reffclient hanya huruf, angka, dan tanda tanpa spasi')
export const orderReference = reffclient

/** An order in the web app. The web app creates the reference, so that a second tap sends the same order again. */
export const webOrder = z.object({
  ...orderFields,
  reffclient,
  /** Buys only this offer, whether it is in the buying list or not. No other seller is tried. */
  productmemberid: rowId.nullish(),
  /** Required when the member has a transaction PIN. */
  pin: boundedText(20).nullish(),
})
export type WebOrder = z.output<typeof webOrder>

/** Fields of a bill inquiry. */
export const billAsk = z.object({ productcode: orderFields.productcode, target: orderFields.target })
/**
 * Maximum number of sellers that one bill inquiry asks, one after another, and of seconds for all of them together. The web app waits slightly longer.
 */
export const billSellersMax = 3
export const billWaitSeconds = 45
/** A bill inquiry in the web app. If `productmemberid` is sent, only this offer is used. */
export const webBillAsk = billAsk.extend({ productmemberid: rowId.nullish() })
export const bill = z.object({
  token: z.string(),
  expiresat: moment,
  productcode: z.string(),
  target: z.string(),
  customername: z.string(),
  period: z.string(),
  bill: rupiah,
  adminfee: rupiah,
  /** The amount that the buyer's customer pays: the bill plus the biller's admin fee. */
  customerprice: rupiah,
  /** The amount that is taken from the buyer's balance. */
  price: rupiah,
})
export type Bill = z.output<typeof bill>

/** A product that the buyer can order now, at the buyer's own price. */
export const orderable = z.object({
  productcode: z.string(),
  productname: z.string(),
  producttype: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  denom: rupiah,
  brandname: z.string(),
  categoryname: z.string(),
  /** The kind of target that the product needs. */
  targetkind: z.enum(targetKinds),
  /** Operator that the target must belong to, or null. */
  operator: z.string().nullable(),
  price: rupiah,
  promo: z.boolean(),
  sellername: z.string(),
  state: offerState,
  /** Only for a brand that is not in the buying list: id of the cheapest open offer, which the order must contain. */
  productmemberid: rowId.optional(),
})
export type Orderable = z.output<typeof orderable>

/** An administrator must give a reason. */
const adminForceBody = { serialnumber: plainText(200).nullish(), description: approvalReason }
const adminForceRefusals = ['not_found.purchase', 'purchase.locked', 'purchase.state', 'decision.own_money', 'decision.waits'] as const
const forceBody = { serialnumber: plainText(200).nullish(), description: plainText(300).nullish() }
const orderRefusals = [
  'purchase.reference_used',
  'purchase.probable_double',
  'purchase.not_in_list',
  'purchase.no_supplier',
  'purchase.cut_off',
  'purchase.sold_out',
  'purchase.price_ceiling',
  'purchase.wrong_prefix',
  'purchase.amount_needed',
  'purchase.amount_unwanted',
  'purchase.amount_step',
  'purchase.token_needed',
  'purchase.token_invalid',
  'balance.too_low',
  'access.blocked',
  'system.busy',
  'system.closing',
  'system.maintenance',
] as const
export const billRefusals = [
  'purchase.not_in_list',
  'purchase.no_supplier',
  'purchase.cut_off',
  'purchase.not_a_bill',
  'purchase.bill_not_found',
  'inquiry.day_used',
  'purchase.wrong_prefix',
  'access.blocked',
] as const
export { orderRefusals }
/** One rate limit for inquiries in the web app and on all channels, since each inquiry sends a request to a seller's server. */
export const inquiries = { setting: 'purchases.inquiriesPerMinute', seconds: 60 } as const

/** Each seller has a URL with a secret path, to which the seller's server reports final states in the format of its software. */
const report = {
  access: 'secret',
  params: z.object({ path: boundedText(200) }),
  text: 'text/plain',
  done: 'OK',
  bodyBytes: 64 * 1024,
} as const

export const reportCalls = {
  byGet: call('GET', '/public/report/{path}', { summary: "Report a final state from a seller's server", ...report }),
  byPost: call('POST', '/public/report/{path}', {
    summary: "Report a final state from a seller's server by POST",
    ...report,
    anyBody: true,
  }),
}

/** Maximum number of recent targets in the answer. The home page shows fewer (`quick-buy.tsx`). */
export const recentTargetsMax = 8

export const purchaseCalls = {
  today: call('GET', '/api/v1/transactions/buyer/today', {
    summary: "Count and sum the purchases that the filters select; today's if no day is given",
    access: 'member',
    query: purchaseSumQuery,
    data: purchaseSum,
  }),
  list: call('GET', '/api/v1/transactions/buyer', {
    summary: "List the member's purchases",
    access: 'member',
    query: purchaseListQuery,
    data: pageOf(purchaseRow),
  }),
  download: call('GET', '/api/v1/transactions/buyer/download', {
    summary: `Download the purchases of the list in its order as CSV; at most ${downloadRowsMax}`,
    access: 'member',
    query: purchaseDownloadQuery,
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  detail: call('GET', '/api/v1/transactions/buyer/{id}', {
    summary: 'Read a purchase with its attempts',
    access: 'member',
    params: z.object({ id: rowIdText }),
    data: purchaseDetail,
    refuses: ['not_found.purchase'],
  }),
  order: call('POST', '/api/v1/transactions/buyer', {
    summary: 'Place an order from the page',
    access: 'member',
    body: webOrder,
    data: purchaseRow,
    done: 'Pesanan diterima',
    refuses: [...orderRefusals, 'purchase.pin_needed', 'purchase.pin_wrong', 'access.too_many'],
  }),
  bill: call('POST', '/api/v1/transactions/inquiry', {
    summary: `Read a bill before paying it; asks at most ${billSellersMax} sellers of the buying list, within ${billWaitSeconds} seconds`,
    access: 'member',
    limit: inquiries,
    body: webBillAsk,
    data: bill,
    refuses: billRefusals,
  }),
  customer: call('POST', '/api/v1/purchases/customer', {
    summary: 'Look up the customer name of a number before the purchase; null if no seller of the route can tell',
    access: 'member',
    limit: { setting: 'inquiries.customersPerMinute', seconds: 60 },
    body: webBillAsk,
    data: z.object({ name: z.string().nullable() }),
    refuses: ['purchase.not_in_list', 'purchase.wrong_prefix', 'inquiry.day_used', 'access.blocked'],
  }),
  orderable: call('GET', '/api/v1/transactions/orderable', {
    summary:
      "List orderable products: those of the buying list at the member's own price and, unless the member wants none, the cheapest open offers of other brands; a target or its first digits limits them to its operator",
    access: 'member',
    query: z.object({ target: filter(plainText(100)), search: filter(plainText(100)) }),
    data: z.object({ operator: z.object({ code: z.string(), name: z.string() }).nullable(), products: z.array(orderable) }),
  }),
  recentTargets: call('GET', '/api/v1/transactions/targets', {
    summary: 'List the targets that the member ordered for most recently',
    access: 'member',
    data: z.array(z.object({ target: z.string(), productcode: z.string(), productname: z.string() })),
  }),
  sellerList: call('GET', '/api/v1/seller/trx', {
    summary: "List the seller's transactions; the search covers buyers, too",
    access: 'seller',
    query: purchaseListQuery,
    data: pageOf(saleRow),
  }),
  sellerToday: call('GET', '/api/v1/seller/trx/today', {
    summary: "Count and sum the seller's transactions that the filters select",
    access: 'seller',
    query: purchaseSumQuery,
    /** `sumsell` contains the same sums, under the second name in the specification (S-OPEN-14). */
    data: purchaseSum.extend({ sumsell: purchaseSum }),
  }),
  sellerDownload: call('GET', '/api/v1/seller/trx/download', {
    summary: `Download the seller's transactions of the list in its order as CSV; at most ${downloadRowsMax}`,
    access: 'seller',
    query: purchaseDownloadQuery,
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  sellerDetail: call('GET', '/api/v1/seller/trx/{id}', {
    summary: 'Read a transaction of the seller with all messages exchanged with its server (secrets redacted)',
    access: 'seller',
    params: z.object({ id: rowIdText }),
    data: saleDetail,
    refuses: ['not_found.purchase'],
  }),
  sellerSettle: call('PATCH', '/api/v1/seller/trx/{id}', {
    summary: 'Settle a pending transaction by hand as the seller; a failure refunds the buyer and requires step-up authentication',
    access: 'seller',
    params: z.object({ id: rowIdText }),
    body: z.object({ status: z.union([z.literal(1), z.literal(2)]), ...forceBody }),
    data: purchaseRow,
    done: 'Update Trx Ok!',
    refuses: ['not_found.purchase', 'purchase.state', 'access.proof_needed'],
  }),
  adminList: call('GET', '/api/admin/v1/transactions', {
    summary: 'List all transactions',
    access: 'admin',
    aboutMembers: true,
    query: adminListQuery,
    data: pageOf(purchaseRow),
  }),
  adminToday: call('GET', '/api/admin/v1/transactions/today', {
    summary: "Count and sum all transactions that the filters select; today's if no day is given, pending ones of all days",
    access: 'admin',
    query: z.object(adminFilters),
    data: purchaseSum,
  }),
  adminDownload: call('GET', '/api/admin/v1/transactions/download', {
    summary: `Download the transactions of the list in its order as CSV; at most ${downloadRowsMax}`,
    access: 'admin',
    aboutMembers: true,
    stepUp: true,
    query: adminDownloadQuery,
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  adminPending: call('GET', '/api/admin/v1/transactions/pending', {
    summary: 'Read the pending transactions: how many, which are overdue, and at which sellers',
    access: 'admin',
    data: pendingPurchases,
  }),
  adminForce: call('PATCH', '/api/admin/v1/transaction', {
    summary:
      'Force a pending transaction to success or failure, or with transactionrc 1 refund a success; from `purchases.secondAdminFrom` on, alone or as the sum of 24 hours, with a second administrator',
    access: 'admin',
    stepUp: true,
    body: z.object({
      id: rowId,
      status: z.union([z.literal(1), z.literal(2)]),
      /**
       * State of the purchases that the administrator saw, pending by default. Without this check, a purchase that an administrator wants to fail
       * would be refunded if it had succeeded in the meantime.
       */
      transactionrc: transactionrc.default(0),
      ...adminForceBody,
    }),
    data: purchaseRow,
    done: 'Update Trx Ok!',
    refuses: adminForceRefusals,
  }),
  adminForceShort: call('PATCH', '/api/admin/v1/transaction/{idtrx}/{status}', {
    summary: 'Force a transaction without a serial number; status 2 on a success is the refund',
    access: 'admin',
    stepUp: true,
    params: z.object({ idtrx: rowIdText, status: z.enum(['1', '2']).transform((text) => Number(text) as 1 | 2) }),
    body: z.object({ description: approvalReason }),
    data: purchaseRow,
    done: 'Update Trx Ok!',
    refuses: adminForceRefusals,
  }),
  adminPreview: call('POST', '/api/admin/v1/transactions/bulk/preview', {
    summary:
      'Preview a bulk decision: which transactions one or two administrators can decide, and why the others cannot be decided; changes nothing',
    access: 'admin',
    aboutMembers: true,
    body: z.object({ act: purchaseAct, ids: manyIds }),
    data: z.array(previewLine),
  }),
  adminBulk: call('POST', '/api/admin/v1/transactions/bulk', {
    summary: 'Decide many transactions with one reason, each separately, under the rules of a single decision and with its own result',
    access: 'admin',
    stepUp: true,
    body: z.object({
      act: purchaseAct,
      lines: z
        .array(z.object({ id: rowId, serialnumber: adminForceBody.serialnumber }))
        .min(1)
        .max(purchasesAtOnce),
      description: approvalReason,
    }),
    bodyBytes: 1024 * purchasesAtOnce,
    data: z.array(lineResult),
    done: 'Update Trx Ok!',
  }),
  adminCheck: call('POST', '/api/admin/v1/transactions/check', {
    summary:
      "Request the status of pending transactions from sellers' servers now instead of at their next time; sends no order that would not be sent then",
    access: 'admin',
    limit: { setting: 'purchases.checksPerMinute', seconds: 60 },
    body: z.object({ ids: manyIds }),
    data: z.array(lineResult),
  }),
  adminDetail: call('GET', '/api/admin/v1/transactions/{id}', {
    summary: 'Read a transaction with its attempts and all messages exchanged with sellers (secrets redacted)',
    access: 'admin',
    aboutMembers: true,
    params: z.object({ id: rowIdText }),
    data: adminPurchaseDetail,
    refuses: ['not_found.purchase'],
  }),
  alerts: call('GET', '/api/admin/v1/transactions/alerts', {
    summary:
      'List purchases that need an administrator: unknown for longer than `purchases.alertMinutes`, contradicting or late answers; `open` 0 lists resolved ones',
    access: 'admin',
    aboutMembers: true,
    query: alertQuery,
    data: pageOf(purchaseAlert),
  }),
  takeAlert: call('PATCH', '/api/admin/v1/transactions/alerts/{id}/take', {
    summary: 'Take an alert, also from another administrator, with a note',
    access: 'admin',
    limit: { setting: 'health.acknowledgementsPerMinute', seconds: 60 },
    params: z.object({ id: rowIdText }),
    body: z.object({ reason: approvalReason }),
    done: 'Peringatan diambil',
    refuses: ['not_found.alert', 'decision.own_money'],
  }),
  resolveAlert: call('PATCH', '/api/admin/v1/transactions/alerts/{id}', {
    summary: 'Resolve an alert with a note',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ reason: approvalReason }),
    done: 'Update Trx Ok!',
    refuses: ['not_found.alert', 'decision.own_money'],
  }),
}
