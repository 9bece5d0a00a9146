import type { Database } from '#core/db.ts'
import type { Audit } from '../audit/audit.ts'
import type { Otp } from '../otp/otp.ts'
import type { Outbox } from '../outbox/outbox.ts'

export interface JabberDeps {
  db: Database
  audit: Audit
  otp: Otp
  outbox: Pick<Outbox, 'mail'>
}
