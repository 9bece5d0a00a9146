import type { Otp } from '#contexts/members/otp/otp.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database } from '#db/db.ts'

export interface XmppDeps {
  db: Database
  audit: Audit
  otp: Otp
  outbox: Pick<Outbox, 'sendEmail'>
}
