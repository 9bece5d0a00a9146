import type { DoctorFinding } from '@lapak/contract/backoffice/doctor'
import type { AdapterDeps } from '#contexts/backoffice/health/health.ts'
import type { OpeningDeps } from '#contexts/backoffice/opening/opening.ts'
import type { ProviderAccount } from '#integrations/payment-gateway/payment-gateway.ts'
import type { Config } from '#shared/config.ts'

/** What a check has found: in English for the operator of the machine, in Indonesian for administrators. It never contains a secret. */
export interface Finding {
  state: DoctorFinding['keadaan']
  en: string
  id: string
}

export const ok = (en: string, id: string): Finding => ({ state: 'ok', en, id })
export const warn = (en: string, id: string): Finding => ({ state: 'warn', en, id })
export const fail = (en: string, id: string): Finding => ({ state: 'fail', en, id })

/** In production a fault, in a demo only a remark. */
export const failInProduction = ({ production }: Config, en: string, id: string): Finding => ({
  state: production ? 'fail' : 'warn',
  en,
  id,
})

export interface DoctorDeps extends AdapterDeps, Omit<OpeningDeps, 'config' | 'gateway'> {
  config: Config
  providerAccount: ProviderAccount | null
  /** Throws if a stored secret was encrypted with a key that is not configured. */
  openSecrets(): Promise<void>
}

export type Check = (deps: DoctorDeps) => Promise<Finding> | Finding
