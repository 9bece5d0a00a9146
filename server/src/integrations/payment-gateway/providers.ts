import type { Outgoing } from '#http/outgoing.ts'
import { createDisbursement } from '#integrations/payment-gateway/disbursement.ts'
import type { Disbursement, Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { createSandbox, type Sandbox, sandboxDisbursement } from '#integrations/payment-gateway/sandbox.ts'
import { createXendit } from '#integrations/payment-gateway/xendit.ts'
import type { Config } from '#shared/config.ts'

export interface Providers {
  /** Null where nobody can pay but by transfer. */
  gateway: Gateway | null
  /** Its other side, where it is the sandbox. */
  sandbox: Sandbox | null
  /** Null where nobody could ever pay cash-outs but by hand. */
  disbursement: Disbursement | null
}

/** Invented payments only where nobody takes them for money. */
export function createProviders(outgoing: Outgoing, { gateway: settings, publicUrl, production }: Config): Providers {
  const ownUrl = publicUrl.replace(/\/+$/, '')
  if (settings) {
    const disbursement = createDisbursement(outgoing, settings)
    return { gateway: createXendit(outgoing, { ...settings, publicUrl: ownUrl }), sandbox: null, disbursement }
  }
  if (production) return { gateway: null, sandbox: null, disbursement: null }
  const sandbox = createSandbox(ownUrl)
  return { gateway: sandbox, sandbox, disbursement: sandboxDisbursement }
}
