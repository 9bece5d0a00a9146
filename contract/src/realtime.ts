import { z } from 'zod'
import { purchaseRow } from './purchases.ts'
import { rupiah } from './wire.ts'

/**
 * The realtime channel (Socket.IO, polling and websocket, path `/socket.io`). After connecting the client emits `logon`;
 * nothing is sent before its token is accepted. `needlogon` asks for it again.
 */
export const logon = z.object({ token: z.string().max(200), userid: z.union([z.string(), z.number()]).optional() })

/** A purchase of this member changed; the row as the list shows it. */
export const trxUpdate = purchaseRow

/** The member's balance changed. */
export const balanceUpdate = z.object({ balance: rupiah })

/** `hargaupdate`: prices or states in the member's list changed. It carries nothing; the page reads its list again. */
export const priceUpdate = z.object({})
