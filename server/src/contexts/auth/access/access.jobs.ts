import { sql } from 'kysely'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob, type Job, onDemandJob } from '#jobs/jobs.ts'
import type { Cipher } from '#shared/secrets.ts'
import { emailLink, emailLinkRequest } from './mailed-links.ts'
import { purgeSignUps } from './pending-sign-ups.ts'
import { isLiveSession } from './sessions.ts'
import { encryptedSignUp, signUp } from './sign-up.ts'

/** Checks whether the e-mail address is free. If so, it stores the sign-up; if the address belongs to an activated account, it mails the owner. */
export const signUpJob: Job<typeof encryptedSignUp> = { name: 'sign-up', payload: encryptedSignUp, serial: true, isShort: true }

/** Checks whether the e-mail address belongs to a member, and if so mails the link. */
export const emailLinkJob: Job<typeof emailLinkRequest> = { name: 'email-link', payload: emailLinkRequest, isShort: true }

export interface AccessJobsContext {
  db: Database
  cipher: Cipher
  outbox: Outbox
  settings: Settings
}

export const accessJobs = (context: AccessJobsContext) => [
  onDemandJob(signUpJob, (asked) => signUp(context, asked)),
  onDemandJob(emailLinkJob, (asked) => emailLink(context, asked)),
  cronJob({
    name: 'purge-sessions',
    cron: '17 3 * * *',
    /** Deletes expired sessions, sign-ups, links and challenges, and the records of devices that were not used for a long time. */
    async run() {
      const { db, settings } = context
      const keptDays = settings.get('access.linksKeptDays')
      await db.transaction((tx) => sql`delete from session where not ${isLiveSession(settings)}`.execute(tx))
      await db.transaction((tx) =>
        sql`delete from email_token where least(used_at, expires_at) < now() - ${keptDays} * interval '1 day'`.execute(tx),
      )
      await db.transaction((tx) => purgeSignUps(tx, keptDays))
      const devicesSince = new Date(Date.now() - settings.get('access.devicesKeptDays') * 86_400_000)
      await db.transaction((tx) => tx.deleteFrom('device').where('used_at', '<', devicesSince).execute())
      await db.transaction((tx) => sql`delete from mfa_challenge where expires_at < now() - ${keptDays} * interval '1 day'`.execute(tx))
    },
  }),
]
