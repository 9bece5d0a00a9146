import type { Outgoing } from '#http/outgoing.ts'
import type { Config } from '#shared/config.ts'
import { createFlipNames } from './flip.ts'
import type { NameInquiry } from './name-inquiry.ts'
import { sandboxNames } from './sandbox.ts'

/** Invented names only where nobody takes them for a bank's word; null where nobody can be asked. */
export function createNameInquiry(outgoing: Outgoing, { nameInquiry: settings, production }: Config): NameInquiry | null {
  if (settings) return createFlipNames(outgoing, settings)
  return production ? null : sandboxNames
}
