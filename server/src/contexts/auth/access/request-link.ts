import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { rateLimit, rateLimitByNetwork } from '#http/rate-limit-counts.ts'
import { enqueue } from '#jobs/jobs.ts'
import { emailLinkJob } from './access.jobs.ts'
import type { EmailLinkRequest } from './mailed-links.ts'

const hour = 3600

interface AskDeps {
  db: Database
  settings: Settings
}

/** Limits how many e-mails can be requested without a session, per network of the requester and per recipient. */
export async function countEmailRequest({ db, settings }: AskDeps, asked: string, email: string, ipAddress: string): Promise<void> {
  await rateLimitByNetwork(db, asked, ipAddress, settings.get('access.emailsPerHourAndNetwork'), hour)
  await rateLimit(db, `${asked} to ${email}`, settings.get('access.emailsPerHourAndEmail'), hour)
}

/**
 * A job checks later whether the e-mail address belongs to a member, so that the request does the same work and returns the same answer for every
 * address.
 */
export async function requestLink(deps: AskDeps, asked: EmailLinkRequest, ipAddress: string): Promise<void> {
  await countEmailRequest(deps, asked.purpose, asked.email, ipAddress)
  await deps.db.transaction((tx) => enqueue(tx, emailLinkJob, asked))
}
