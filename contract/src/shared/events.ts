import { z } from 'zod'
import { paymentHistory, walletBalance } from '../funds/wallet.ts'
import { purchaseRow, saleRow } from '../ordering/purchases.ts'
import { unreadNotifications } from '../system/notifications.ts'
import { boundedText, flag, rowId } from './wire.ts'

/**
 * Realtime events over Socket.IO (polling and websocket, path `/socket.io`): all events that the server publishes to the browsers of a member, with
 * their data.
 */
export const events = {
  /** A purchase of this member changed. The data is its row as in the list. */
  trxupdate: purchaseRow,
  /** Too many purchases of this member changed together to send an event for each. Without data; the web app reloads its list. */
  trxbanyak: z.object({}),
  /** Too many sales of this seller changed together to send an event for each. Without data; the web app reloads its list. */
  penjualanbanyak: z.object({}),
  /** An order of the seller's shop was created or changed. The data is its row as in the list. */
  penjualan: saleRow,
  /** The server moved an order to another seller, so it no longer belongs to this seller. */
  penjualanpindah: z.object({ id: rowId }),
  /** The member's balance changed. */
  saldo: walletBalance,
  /** A top-up ticket was created. The web app opens its page, which shows the amount and the bank account to pay to (B-SOCK-05). */
  confmdeposit: z.object({ invoice: z.string() }),
  /** The provider's payment page for a card is ready. The web app opens it in a new tab (B-SOCK-06). */
  invoicecc: z.object({ invoice: z.string(), invoiceurl: z.string() }),
  /**
   * A ticket of this member changed. The data is its row as in the list. `failed` is true if the payment failed or expired at the provider, without
   * an action of a person (B-MSG-17).
   */
  tiket: paymentHistory.extend({ failed: z.boolean().optional() }),
  /** For administrators: a ticket or an approval changed. Without data; the web app reloads its list. */
  tiketadmin: z.object({}),
  /** An administrator changed this member's data or rights. Without data; the web app reloads the profile. */
  profil: z.object({}),
  /** For administrators: a seller application was sent or decided. Without data; the web app reloads its list. */
  pengajuan: z.object({}),
  /** For administrators: a health alert was opened, taken by an administrator, or ended. Without data; the web app reloads the alerts. */
  peringatan: z.object({}),
  /** The maintenance announcement changed. Without data; the web app reloads the announcement. */
  pemeliharaan: z.object({}),
  /** The self-test of this seller's server made progress. Without data; the web app reloads the run. */
  ujiserver: z.object({}),
  /** A dispute of this member (for administrators: of any member) was opened, answered or ended. Without data; the web app reloads its list. */
  sengketa: z.object({}),
  /** A chat message to this member, with its text (B-SOCK-08). If a client sends this event to the server, it means that the member is typing. */
  notifmsg: z.object({ groupid: rowId, to: rowId, image: z.string(), msg: z.string() }),
  /** A chat message to this member, for browsers that do not show the conversation: the web app shows a hint and reloads the conversation. */
  chatnotif: z.object({ groupid: rowId, from: z.string(), msg: z.string() }),
  /** A message of this member was stored. */
  pushinfo: z.object({ groupid: rowId, msg: z.string() }),
  /** The buyer or the seller has read the conversation up to this message. The event is sent to both. */
  chatdibaca: z.object({ groupid: rowId, sampai: z.int(), sendiri: flag }),
  /** Number of unread notifications, limited to the maximum of the badge plus one. The web app reloads an open list of notifications. */
  notifikasi: unreadNotifications,
  /** For administrators: a message to customer service arrived or was read. Without data; the web app reloads the inbox. */
  cso: z.object({}),
  /** Ids of new posts in the feed. The web app offers to load them and keeps the scroll position. */
  kiriman: z.object({ postid: z.array(rowId) }),
  /** Ids of posts that their authors removed or that an administrator hid. The web app no longer offers to load them. */
  kirimanhilang: z.object({ postid: z.array(rowId) }),
  /** Ids of posts that an administrator made visible again. If the web app does not show them yet, it offers to load them. */
  kirimankembali: z.object({ postid: z.array(rowId) }),
  /** An administrator hid or restored a post or comment of this member. The web app reloads the post. */
  kirimanberubah: z.object({ postid: rowId }),
  /** For administrators: a post was reported or a report was decided. Without data; the web app reloads its list. */
  laporan: z.object({}),
  /** Prices or states in the member's buying list changed. Without data; the web app reloads its list. */
  hargaupdate: z.object({}),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>

/**
 * After connecting, the client emits `chatlogin` and `logon`. The server does not send events before it has accepted the client's token. With
 * `needlogon`, the server asks for the token again. The server may repeat `logonok` after it lost its own connection to the source of events: in this
 * case every client may have missed events.
 */
export const handshake = { ask: 'needlogon', answer: 'logon', accepted: 'logonok' } as const

/** Marks the member as online in the chat (B-OPEN-53). It does not authenticate: without a preceding `logon`, the server answers `needlogon`. */
export const chatLogin = 'chatlogin'

/** Event `notifmsg` without a text: the client sends it while the member is typing in a conversation. */
export const typing = z.object({ groupid: rowId })

export const logon = z.object({ token: boundedText(200), userid: z.union([boundedText(20), z.number()]).optional() })

/**
 * Optional message that the client sends before `logon`, in order to learn whether it missed events. It is a separate message because the
 * specification defines the fields of `logon`.
 */
export const readAgo = 'readago'

/** Age, in milliseconds, of the oldest data that the client shows. */
export const readAgoMs = z.number().min(0)

/**
 * Data of `logonok` for clients that sent `readago` before. `missed` is true when events may have been lost in that time, and false when none was
 * lost for certain. A client that receives `logonok` without this data must reload everything.
 */
export interface LogonAccepted {
  missed: boolean
}
