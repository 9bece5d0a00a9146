import { z } from 'zod'
import { paymentHistory, walletBalance } from '../funds/wallet.ts'
import { purchaseRow, saleRow } from '../ordering/purchases.ts'
import { unreadNotifications } from '../system/notifications.ts'
import { boundedText, flag, rowId } from './wire.ts'

/**
 * The realtime channel (Socket.IO, polling and websocket, path `/socket.io`): every event that the server tells a member's
 * pages, and its data.
 */
export const events = {
  /** A purchase of this member changed; the row as the list shows it. */
  trxupdate: purchaseRow,
  /** More purchases of this member changed at once than are told one by one. It carries nothing; the page reads its list again. */
  trxbanyak: z.object({}),
  /** The same of a seller's orders. */
  penjualanbanyak: z.object({}),
  /** An order of the seller's shop came or changed; the row as its list shows it. */
  penjualan: saleRow,
  /** An order of the seller's shop went on to another shop, and is none of its own any more. */
  penjualanpindah: z.object({ id: rowId }),
  /** The member's balance changed. */
  saldo: walletBalance,
  /** A ticket for a top-up was made; its page says what to pay to where (B-SOCK-05). */
  confmdeposit: z.object({ invoice: z.string() }),
  /** The provider's page for a card is there; it opens in a tab of its own (B-SOCK-06). */
  invoicecc: z.object({ invoice: z.string(), invoiceurl: z.string() }),
  /** A ticket of this member changed; the row as the list shows it. `failed`: its payment failed or ran out at the provider, by nobody's word (B-MSG-17). */
  tiket: paymentHistory.extend({ failed: z.boolean().optional() }),
  /** For administrators: some ticket of money changed, or what waits for a second one of them. It carries nothing; the page reads its list again. */
  tiketadmin: z.object({}),
  /** An administrator changed what this member is or may. It carries nothing; the page reads its profile again. */
  profil: z.object({}),
  /** For administrators: an application to sell was sent or decided. It carries nothing; the page reads its list again. */
  pengajuan: z.object({}),
  /** For administrators: an alert about the house opened, was taken or ended. It carries nothing; the page reads what waits again. */
  peringatan: z.object({}),
  /** What is announced about work on Lapak changed. It carries nothing; the page reads it again. */
  pemeliharaan: z.object({}),
  /** The self-test of this seller's server went on. It carries nothing; the page reads the run again. */
  ujiserver: z.object({}),
  /** A dispute of this member's, or for administrators of anybody's, began, was answered or ended. It carries nothing; the page reads its list again. */
  sengketa: z.object({}),
  /** A message came to this member; what it says (B-SOCK-08). From a page to the server it is the hint that somebody types. */
  notifmsg: z.object({ groupid: rowId, to: rowId, image: z.string(), msg: z.string() }),
  /** The same for whoever is on another page: it says so and reads that conversation again. */
  chatnotif: z.object({ groupid: rowId, from: z.string(), msg: z.string() }),
  /** A message of this member is stored. */
  pushinfo: z.object({ groupid: rowId, msg: z.string() }),
  /** One side of a conversation has read up to there; told to both. */
  chatdibaca: z.object({ groupid: rowId, sampai: z.int(), sendiri: flag }),
  /** How many notices this member has not read, counted up to what a badge says and one more. A page that lists them reads them again. */
  notifikasi: unreadNotifications,
  /** For administrators: somebody wrote to customer service, or it was read there. It carries nothing; the page reads its inbox again. */
  cso: z.object({}),
  /** Somebody wrote in the feed; the numbers of the new posts. A page offers them and does not move what is read. */
  kiriman: z.object({ postid: z.array(rowId) }),
  /** Posts that their writers took away, or that an administrator hid; a page that offers them does so no more. */
  kirimanhilang: z.object({ postid: z.array(rowId) }),
  /** Posts that an administrator had hidden and shows again; a page that has not shown them offers them. */
  kirimankembali: z.object({ postid: z.array(rowId) }),
  /** An administrator hid something of this member in the feed, or showed it again; the page reads that post again. */
  kirimanberubah: z.object({ postid: rowId }),
  /** For administrators: a post was reported, or decided about. It carries nothing; the page reads its list again. */
  laporan: z.object({}),
  /** Prices or states in the member's list changed. It carries nothing; the page reads its list again. */
  hargaupdate: z.object({}),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>

/**
 * After connecting the client emits `chatlogin` and `logon`; nothing is told before its token is accepted. `needlogon` asks again. `logonok`
 * may come once more, where the server itself did not hear what it tells: then all who listen may have missed something.
 */
export const handshake = { ask: 'needlogon', answer: 'logon', accepted: 'logonok' } as const

/** That whoever chats is there (B-OPEN-53); it proves nothing, so who says it without a logon is asked for one. */
export const chatLogin = 'chatlogin'

/** What the client says besides: that somebody types in a conversation, as `notifmsg` without a text. */
export const typing = z.object({ groupid: rowId })

export const logon = z.object({ token: boundedText(200), userid: z.union([boundedText(20), z.number()]).optional() })

/** What a client may say before `logon`, whose words are the specification's: it wants to know whether it missed something. */
export const readAgo = 'readago'

/** How long ago, in milliseconds, what the client shows was asked for at the earliest. */
export const readAgoMs = z.number().min(0)

/**
 * With `logonok`, for who said `readago` before. `missed`: something may have happened since that its events would have told; where it is false,
 * nothing has. Without it nothing is known, and what is shown has to be read again.
 */
export interface LogonAccepted {
  missed: boolean
}
