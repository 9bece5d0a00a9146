import type { Outgoing } from '#http/outgoing.ts'
import { createCloud } from '#integrations/whatsapp/cloud.ts'
import { createFonnte } from '#integrations/whatsapp/fonnte.ts'
import type { Whatsapp, WhatsappSettings } from '#integrations/whatsapp/whatsapp.ts'

interface Transport {
  create(outgoing: Outgoing, settings: WhatsappSettings): Whatsapp
  /** Whether it carries a line of text that is no code. */
  takesLines(settings: WhatsappSettings): boolean
}

const carriers: Record<WhatsappSettings['kind'], Transport> = {
  /** Meta sends only what it has approved. */
  cloud: { create: createCloud, takesLines: ({ lineTemplate }) => lineTemplate !== '' },
  fonnte: { create: createFonnte, takesLines: () => true },
}

export const createWhatsapp = (outgoing: Outgoing, settings: WhatsappSettings): Whatsapp =>
  carriers[settings.kind].create(outgoing, settings)

export const takesLines = (settings: WhatsappSettings): boolean => carriers[settings.kind].takesLines(settings)
