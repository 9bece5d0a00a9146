import type { Database } from '#core/db.ts'
import { enqueue } from '#core/jobs.ts'
import { networkOf } from '#core/network.ts'
import { countWithin } from '#core/rate-count.ts'
import { mailLinkJob } from './access.jobs.ts'
import type { MailLinkAsk } from './mailed-links.ts'

const asksPerAddress = 30
const asksPerEmail = 5
const hour = 3600

/** A stranger may ask this often for letters from one address, and to one address. */
export async function countLetterAsk(db: Database, asked: string, email: string, address: string): Promise<void> {
  await countWithin(db, `${asked} from ${networkOf(address)}`, asksPerAddress, hour)
  await countWithin(db, `${asked} to ${email}`, asksPerEmail, hour)
}

/**
 * Whether the address is known is looked up by a job, so that whoever asks sees the same work and the same answer for
 * every address.
 */
export async function askForLink(db: Database, asked: MailLinkAsk, address: string): Promise<void> {
  await countLetterAsk(db, asked.purpose, asked.email, address)
  await db.transaction((tx) => enqueue(tx, mailLinkJob, asked))
}
