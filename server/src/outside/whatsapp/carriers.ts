import type { Outgoing } from '#core/outgoing.ts'
import { createCloud } from '#outside/whatsapp/cloud.ts'
import { createFonnte } from '#outside/whatsapp/fonnte.ts'
import type { Whatsapp, WhatsappSettings } from '#outside/whatsapp/whatsapp.ts'

export const createWhatsapp = (outgoing: Outgoing, settings: WhatsappSettings): Whatsapp =>
  settings.kind === 'cloud' ? createCloud(outgoing, settings) : createFonnte(outgoing, settings)
