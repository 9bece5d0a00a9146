import { z } from 'zod'
import { call } from '../shared/call.ts'
import { messageText } from '../shared/visible-text.ts'
import { filter, moment, pageOf, pageQuery, rowId, rowIdText, rupiah } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/**
 * A dispute: within some hours, the buyer reports that a successful purchase was not delivered. A return: within some days, the buyer wants to give
 * the product back. The seller answers first. If the seller refuses or does not answer, the platform decides. `open` waits for the seller,
 * `escalated` for an administrator; the other three states are final.
 */
export const disputeState = { open: 0, escalated: 1, refunded: 2, rejected: 3, withdrawn: 4 } as const
const state = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type DisputeState = z.output<typeof state>

export const disputeStateLabels = {
  0: 'Menunggu suplier',
  1: 'Menunggu admin',
  2: 'Dana kembali',
  3: 'Ditolak',
  4: 'Dibatalkan pembeli',
} as const satisfies Record<DisputeState, string>

export const disputeKinds = { dispute: 'Sengketa', return: 'Retur' } as const
/** Nouns for the two kinds within sentences. */
export const disputeNouns = { dispute: 'laporan', return: 'retur' } as const
export type DisputeKind = keyof typeof disputeKinds
const kind = z.enum(Object.keys(disputeKinds) as [DisputeKind, ...DisputeKind[]])

export const disputeReasons = {
  missing: 'Belum diterima pelanggan',
  wrong: 'Nominal atau produk salah',
  serial: 'Token atau SN tidak bisa dipakai',
  other: 'Masalah lain',
} as const
export type DisputeReason = keyof typeof disputeReasons

const reason = z.enum(Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]], 'Pilih masalahnya')

/** Maximum characters of one statement in a dispute. */
export const disputeWordsMax = 1000
const words = messageText(disputeWordsMax).refine((text) => text.length >= 5, 'Tulis penjelasan singkat')

export const disputeRow = z.object({
  id: rowId,
  idtrx: rowId,
  jenis: kind,
  state,
  reason,
  /** The buyer's statement. */
  msg: z.string(),
  createat: moment,
  /** Until when the seller or the administrator must answer; null when the dispute has ended. */
  dueat: moment.nullable(),
  /** Statement of a seller who refuses the refund. */
  answer: z.string().nullable(),
  answerat: moment.nullable(),
  /** Statement of the buyer, the seller or the administrator who ended the dispute. */
  verdict: z.string().nullable(),
  endby: z.enum(['buyer', 'seller', 'house']).nullable(),
  endat: moment.nullable(),
  memberid: rowId,
  membername: z.string(),
  sellerid: rowId,
  sellername: z.string(),
  productname: z.string(),
  target: z.string(),
  serialnumber: z.string().nullable(),
  sellprice: rupiah,
  trxat: moment,
})
export type DisputeRow = z.output<typeof disputeRow>

const adminDisputeRow = disputeRow.extend({
  /** True when the administrator who reads the dispute is its buyer or seller, who may not decide. */
  own: z.boolean(),
  /** The administrator whose refund or rejection waits for a second administrator; null if no decision waits. */
  askedby: z.string().nullable(),
})
export type AdminDisputeRow = z.output<typeof adminDisputeRow>

/** Filter: open disputes, disputes that wait for the member who reads the list, or ended disputes. Without it, the list contains all disputes. */
export const disputeStages = ['berjalan', 'menunggu', 'selesai'] as const
const disputeQuery = z.object(pageQuery(['id', 'dueat'], { tahap: filter(z.enum(disputeStages)) }))
export type DisputeQuery = z.output<typeof disputeQuery>

const byId = z.object({ id: rowIdText })

export const disputeCalls = {
  list: call('GET', '/api/v1/disputes', {
    summary: "List disputes about the member's purchases, newest first",
    access: 'member',
    query: disputeQuery,
    data: pageOf(disputeRow),
  }),
  one: call('GET', '/api/v1/disputes/{id}', {
    summary: 'Read a dispute, as its buyer or seller',
    access: 'member',
    params: byId,
    data: disputeRow,
    refuses: ['not_found.dispute'],
  }),
  ofPurchase: call('GET', '/api/v1/disputes/transaction/{id}', {
    summary: 'Read the newest dispute or return about a purchase, and until when each may begin',
    access: 'member',
    params: byId,
    data: z.object({ dispute: disputeRow.nullable(), until: moment.nullable(), retursampai: moment.nullable() }),
    refuses: ['not_found.purchase'],
  }),
  begin: call('POST', '/api/v1/disputes', {
    summary:
      'Begin a dispute about a successful purchase, or (`jenis` return) claim its return; each once per purchase, never both at the same time',
    access: 'member',
    limit: { setting: 'disputes.perDay', seconds: 86_400 },
    body: z.object({ idtrx: rowId, jenis: kind.default('dispute'), reason, msg: words }),
    data: disputeRow,
    done: 'Laporan terkirim ke suplier',
    refuses: [
      'not_found.purchase',
      'dispute.not_a_success',
      'dispute.too_late',
      'dispute.return_too_late',
      'dispute.return_decided',
      'dispute.exists',
    ],
  }),
  withdraw: call('PATCH', '/api/v1/disputes/{id}/batal', {
    summary: 'Withdraw a dispute as its buyer: the goods were delivered after all',
    access: 'member',
    params: byId,
    data: disputeRow,
    done: 'Laporan dibatalkan',
    refuses: ['not_found.dispute', 'dispute.ended'],
  }),
  sellerList: call('GET', '/api/v1/seller/disputes', {
    summary: "List disputes about the seller's sales, newest first",
    access: 'seller',
    query: disputeQuery,
    data: pageOf(disputeRow),
  }),
  giveBack: call('PATCH', '/api/v1/seller/disputes/{id}/refund', {
    summary: 'Refund the price as the seller, from its own balance',
    access: 'seller',
    stepUp: true,
    params: byId,
    body: z.object({ msg: words }),
    data: disputeRow,
    done: 'Dana dikembalikan ke pembeli',
    refuses: ['not_found.dispute', 'dispute.ended', 'dispute.seller_lacks', 'account.closed', 'purchase.state', 'purchase.locked'],
  }),
  contest: call('PATCH', '/api/v1/seller/disputes/{id}/tolak', {
    summary: 'Contest a dispute as the seller with a statement; an administrator decides',
    access: 'seller',
    params: byId,
    body: z.object({ msg: words }),
    data: disputeRow,
    done: 'Jawaban terkirim, menunggu keputusan admin',
    refuses: ['not_found.dispute', 'dispute.ended', 'dispute.answered'],
  }),
  adminList: call('GET', '/api/admin/v1/disputes', {
    summary: 'List the disputes of all members, newest first',
    access: 'admin',
    aboutMembers: true,
    query: disputeQuery,
    data: pageOf(adminDisputeRow),
  }),
  adminOne: call('GET', '/api/admin/v1/disputes/{id}', {
    summary: 'Read a dispute of any members',
    access: 'admin',
    aboutMembers: true,
    params: byId,
    data: adminDisputeRow,
    refuses: ['not_found.dispute'],
  }),
  adminRefund: call('PATCH', '/api/admin/v1/disputes/{id}/refund', {
    summary: 'Decide a dispute for the buyer: the sale is refunded, above a limit by two administrators',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z.object({ reason: approvalReason }),
    data: adminDisputeRow,
    done: 'Dana dikembalikan ke pembeli',
    refuses: ['not_found.dispute', 'dispute.ended', 'purchase.state', 'purchase.locked', 'decision.own_money', 'decision.waits'],
  }),
  adminReject: call('PATCH', '/api/admin/v1/disputes/{id}/tolak', {
    summary: 'Decide a dispute for the seller: the sale is kept, above a limit by two administrators',
    access: 'admin',
    stepUp: true,
    params: byId,
    body: z.object({ reason: approvalReason }),
    data: adminDisputeRow,
    done: 'Sengketa ditolak',
    refuses: ['not_found.dispute', 'dispute.ended', 'decision.own_money', 'decision.waits'],
  }),
}
