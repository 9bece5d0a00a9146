import type { Database } from '#db/db.ts'
import type { Cipher } from '#shared/secrets.ts'
import { type Content, openContent } from './outbox.ts'

export interface Shown {
  id: string
  transport: string
  to: string
  subject: string
  state: string
  error: string | null
  at: string
  /** Decrypted only for messages in the state `kept`. */
  content: Content | null
}

/** The newest messages: to one destination, or to all destinations. */
export async function shownMessages({ db, cipher }: { db: Database; cipher: Cipher }, to: string | undefined): Promise<Shown[]> {
  let newest = db.read.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(100)
  if (to !== undefined) newest = newest.where('destination', '=', to)
  const rows = await newest.execute()
  return rows.map((row) => ({
    id: row.id.toString(),
    transport: row.carrier,
    to: row.destination,
    subject: row.subject,
    state: row.state,
    error: row.error,
    at: row.created_at.toISOString(),
    content: row.state === 'kept' && row.content !== null ? openContent(cipher, row.content) : null,
  }))
}
