import { createMailer } from '#integrations/email/email.ts'
import { createWhatsapp } from '#integrations/whatsapp/carriers.ts'
import { createMessageDeliverer } from './contexts/system/outbox/deliver.ts'
import type { Services } from './services.ts'

/** Delivers messages of the outbox by the configured mail server and WhatsApp carrier. */
export function createDeliverer(parts: Pick<Services, 'db' | 'cipher' | 'outbox' | 'outgoing' | 'config' | 'log'>) {
  const { config, outgoing } = parts
  const mailer = config.smtpUrl === '' ? null : createMailer({ url: config.smtpUrl, from: config.mailFrom })
  const whatsapp = config.whatsapp && createWhatsapp(outgoing, config.whatsapp)
  return {
    deliver: createMessageDeliverer({ ...parts, mailer, whatsapp, production: config.production }),
    close: () => mailer?.close(),
  }
}
