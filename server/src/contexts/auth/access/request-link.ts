import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { rateLimitAccounts } from '#http/brute-force-by-network.ts'
import { rateLimit, rateLimitByNetwork } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import { emailLinkJob } from './access.jobs.ts'
import { findDevice } from './devices.ts'
import type { EmailLinkRequest } from './mailed-links.ts'

const hour = 3600
/** How many e-mails a network may request for each of its e-mail addresses, on average. */
const requestsPerAddress = 2

interface LinkDeps {
  db: Database
  outbox: Pick<Outbox, 'requireTransport'>
  settings: Settings
}

interface EmailRequest {
  purpose: EmailLinkRequest['purpose'] | 'register'
  /** In lower case. */
  email: string
  ipAddress: string
}

/**
 * Limits how many e-mails can be requested without a session. A network is limited by its different e-mail addresses, because thousands of people may
 * share it and one of them must not shut the others out by asking again and again; and by all its requests, so that nobody sends thousands of e-mails.
 */
export async function rateLimitEmailRequest(deps: LinkDeps, { purpose, email, ipAddress }: EmailRequest): Promise<void> {
  const { db, outbox, settings } = deps
  outbox.requireTransport('mail')
  const max = settings.get('access.emailsPerHourAndNetwork')
  await rateLimitAccounts(db, { what: `${purpose} e-mails`, address: ipAddress, account: email, max, refuse: tooMany })
  await rateLimitRecipient(deps, purpose, email)
  await rateLimitByNetwork(db, `${purpose} e-mails`, ipAddress, max * requestsPerAddress, hour)
}

const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })

const rateLimitRecipient = ({ db, settings }: Pick<LinkDeps, 'db' | 'settings'>, purpose: EmailRequest['purpose'], email: string) =>
  rateLimit(db, `${purpose} to ${email}`, settings.get('access.emailsPerHourAndEmail'), hour)

/** Where a link is requested: the token of a device on which the account has signed in before shows that its owner is asking. */
interface Requester {
  ipAddress: string
  device: string | undefined
}

/**
 * A job checks later whether the e-mail address belongs to a member, so that the request does the same work and returns the same answer for every
 * address. On a known device only the recipient is limited, so that others in the network cannot shut the owner out.
 */
export async function requestLink(deps: LinkDeps, asked: EmailLinkRequest, { ipAddress, device }: Requester): Promise<void> {
  const { purpose, email } = asked
  deps.outbox.requireTransport('mail')
  if ((await findDevice(deps.db.read, email, device)) !== null) await rateLimitRecipient(deps, purpose, email)
  else await rateLimitEmailRequest(deps, { purpose, email, ipAddress })
  await deps.db.transaction((tx) => enqueue(tx, emailLinkJob, asked))
}
