import { z } from 'zod'
import { paymentHistory, walletBalance } from '../funds/wallet.ts'
import { purchaseRow, saleRow } from '../ordering/purchases.ts'
import { unreadNotifications } from '../system/notifications.ts'
import { boundedText, flag, rowId } from './wire.ts'

/**
 * Realtime events over Socket.IO (polling and websocket, path `/socket.io`): all events that the server publishes to a member's pages, with their
 * data.
 */
export const events = {
  /** A purchase of this member changed: its row as in the list. */
  trxupdate: purchaseRow,
  /** Too many purchases of this member changed at once for single events. Without data; the page reloads its list. */
  trxbanyak: z.object({}),
  /** The same for a seller's sales. */
  penjualanbanyak: z.object({}),
  /** An order of the seller's shop was created or changed: its row as in the list. */
  penjualan: saleRow,
  /** An order moved on to another seller and no longer belongs to this one. */
  penjualanpindah: z.object({ id: rowId }),
  /** The member's balance changed. */
  saldo: walletBalance,
  /** A top-up ticket was created; its page shows the amount and the account to pay to (B-SOCK-05). */
  confmdeposit: z.object({ invoice: z.string() }),
  /** The provider's payment page for a card is ready and opens in a new tab (B-SOCK-06). */
  invoicecc: z.object({ invoice: z.string(), invoiceurl: z.string() }),
  /**
   * A ticket of this member changed: its row as in the list. `failed`: its payment failed or expired at the provider, without an act of a person
   * (B-MSG-17).
   */
  tiket: paymentHistory.extend({ failed: z.boolean().optional() }),
  /** For administrators: a ticket or an approval changed. Without data; the page reloads its list. */
  tiketadmin: z.object({}),
  /** An administrator changed this member's data or rights. Without data; the page reloads its profile. */
  profil: z.object({}),
  /** For administrators: a seller application was sent or decided. Without data; the page reloads its list. */
  pengajuan: z.object({}),
  /** For administrators: a health alert was opened, taken or ended. Without data; the page reloads the alerts. */
  peringatan: z.object({}),
  /** The maintenance announcement changed. Without data; the page reloads it. */
  pemeliharaan: z.object({}),
  /** The self-test of this seller's server progressed. Without data; the page reloads the run. */
  ujiserver: z.object({}),
  /** A dispute of this member (for administrators: of any member) was opened, answered or ended. Without data; the page reloads its list. */
  sengketa: z.object({}),
  /** A chat message to this member, with its text (B-SOCK-08). Sent from page to server it means that the member is typing. */
  notifmsg: z.object({ groupid: rowId, to: rowId, image: z.string(), msg: z.string() }),
  /** The same for pages that do not show this conversation: the page shows a hint and reloads the conversation. */
  chatnotif: z.object({ groupid: rowId, from: z.string(), msg: z.string() }),
  /** A message of this member was stored. */
  pushinfo: z.object({ groupid: rowId, msg: z.string() }),
  /** One side has read the conversation up to this message; sent to both sides. */
  chatdibaca: z.object({ groupid: rowId, sampai: z.int(), sendiri: flag }),
  /** Number of unread notifications, limited to one more than the badge shows. A page that lists notifications reloads them. */
  notifikasi: unreadNotifications,
  /** For administrators: a message to customer service arrived or was read. Without data; the page reloads its inbox. */
  cso: z.object({}),
  /** Ids of new posts in the feed. The page offers to load them and keeps the scroll position. */
  kiriman: z.object({ postid: z.array(rowId) }),
  /** Ids of posts that were removed by their authors or hidden by an administrator; the page no longer offers them. */
  kirimanhilang: z.object({ postid: z.array(rowId) }),
  /** Ids of posts that an administrator shows again; a page that does not show them yet offers them. */
  kirimankembali: z.object({ postid: z.array(rowId) }),
  /** An administrator hid or restored a post or comment of this member; the page reloads that post. */
  kirimanberubah: z.object({ postid: rowId }),
  /** For administrators: a post was reported or a report was decided. Without data; the page reloads its list. */
  laporan: z.object({}),
  /** Prices or states in the member's buying list changed. Without data; the page reloads its list. */
  hargaupdate: z.object({}),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>

/**
 * After connecting, the client emits `chatlogin` and `logon`; no event is sent before its token is accepted. `needlogon` asks for the token again.
 * The server may repeat `logonok` after it lost its own connection to the events: then every client may have missed some.
 */
export const handshake = { ask: 'needlogon', answer: 'logon', accepted: 'logonok' } as const

/** Marks the chat user as online (B-OPEN-53). It does not authenticate; without a preceding logon the server answers `needlogon`. */
export const chatLogin = 'chatlogin'

/** Sent by the client while the member is typing in a conversation: `notifmsg` without a text. */
export const typing = z.object({ groupid: rowId })

export const logon = z.object({ token: boundedText(200), userid: z.union([boundedText(20), z.number()]).optional() })

/** Optional message before `logon`, by which the client asks whether it missed events. The specification defines `logon` itself. */
export const readAgo = 'readago'

/** Age, in milliseconds, of the oldest data that the client shows. */
export const readAgoMs = z.number().min(0)

/**
 * Data of `logonok` for clients that sent `readago` before. `missed` is true when events may have been lost since then, and false when there were
 * certainly none. Without this data the client must reload everything.
 */
export interface LogonAccepted {
  missed: boolean
}
