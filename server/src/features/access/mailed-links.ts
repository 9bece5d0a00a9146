import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Tx } from '#core/db.ts'
import { networkOf } from '#core/network.ts'
import { countWithin } from '#core/rate-count.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { findMember, type Known } from './account.queries.ts'
import { activationLetter, resetLetter } from './letters.ts'
import { issueToken } from './mailed-tokens.ts'

/** The job that looks whether an address belongs to anybody, and writes the letter with the link if so. */
export const mailLinkTask = 'mail-link'

const asksPerAddress = 30
const asksPerEmail = 5
const hour = 3600

/** A stranger may ask this often for letters from one address, and to one address. */
export async function countLetterAsk(db: Database, asked: string, email: string, address: string): Promise<void> {
  await countWithin(db, `${asked} from ${networkOf(address)}`, asksPerAddress, hour)
  await countWithin(db, `${asked} to ${email}`, asksPerEmail, hour)
}

export const mailLinkPayload = z.object({ purpose: z.enum(['activate', 'reset']), email: z.string(), base: z.url() })
export type MailLink = z.output<typeof mailLinkPayload>

/**
 * Whether the address is known is looked up by a job, so that whoever asks sees the same work and the same answer for
 * every address.
 */
export async function askForLink(db: Database, asked: MailLink, address: string): Promise<void> {
  await countLetterAsk(db, asked.purpose, asked.email, address)
  await sql`select graphile_worker.add_job(${mailLinkTask}, ${JSON.stringify(asked)}::json)`.execute(db.read)
}

/** Writes the letter that was asked for. Nobody gets a link to what is already done. */
export function mailLink({ db, outbox }: { db: Database; outbox: Outbox }, { purpose, email, base }: MailLink): Promise<void> {
  return db.transaction(async (tx) => {
    const member = await findMember(tx, email)
    if (!member) return
    if (purpose === 'reset') await mailReset(tx, outbox, member, base)
    else if (!member.activated) await mailActivation(tx, outbox, member, base)
  })
}

export async function mailActivation(tx: Tx, outbox: Outbox, { id, email, name }: Known, base: string): Promise<void> {
  const token = await issueToken(tx, id, 'activate')
  await outbox.mail(tx, { memberId: id, email }, activationLetter(name, `${base}/activate/${token}`))
}

async function mailReset(tx: Tx, outbox: Outbox, { id, email, name }: Known, base: string) {
  const token = await issueToken(tx, id, 'reset')
  await outbox.mail(tx, { memberId: id, email }, resetLetter(name, `${base}/resetpass/${token}`))
}
