import { type DoctorCheck, doctorChecks } from '@lapak/contract/backoffice/doctor'
import {
  checkClock,
  checkConnections,
  checkMigrations,
  checkPooler,
  checkPostgres,
  checkPostgresSettings,
  checkRole,
  checkSecrets,
  checkWorkers,
} from './database.checks.ts'
import { type Check, type DoctorDeps, type Finding, fail } from './finding.ts'
import { checkDisk, checkEnvironment, checkNode, checkWitness } from './machine.checks.ts'
import { checkAdmins, checkBackup, checkMethods, checkTerms } from './opening.checks.ts'
import { checkAddress, checkGateway, checkMail, checkStore, checkWebsocket, checkWhatsapp } from './service.checks.ts'

export type { DoctorDeps, Finding } from './finding.ts'

const checks: Record<DoctorCheck, Check> = {
  environment: checkEnvironment,
  node: checkNode,
  disk: checkDisk,
  witness: checkWitness,
  database: checkPostgres,
  settings: checkPostgresSettings,
  pooler: checkPooler,
  role: checkRole,
  connections: checkConnections,
  migrations: checkMigrations,
  clock: checkClock,
  secrets: checkSecrets,
  workers: checkWorkers,
  mail: checkMail,
  whatsapp: checkWhatsapp,
  store: checkStore,
  gateway: checkGateway,
  address: checkAddress,
  websocket: checkWebsocket,
  admins: checkAdmins,
  methods: checkMethods,
  terms: checkTerms,
  backup: checkBackup,
}

/** A check that takes longer has found that something does not answer. */
const checkMs = 15_000

/** All checks at once, each for at most some seconds; `replaced` are done otherwise by the caller. */
export function examine(
  deps: DoctorDeps,
  replaced: Partial<Record<DoctorCheck, Check>> = {},
): Promise<(Finding & { name: DoctorCheck })[]> {
  return Promise.all(doctorChecks.map(async (name) => ({ name, ...(await within(deps, replaced[name] ?? checks[name])) })))
}

async function within(deps: DoctorDeps, check: Check): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    const seconds = checkMs / 1000
    timer = setTimeout(() => resolve(fail(`no answer within ${seconds} s`, `Tidak menjawab dalam ${seconds} detik`)), checkMs)
  })
  try {
    return await Promise.race([Promise.resolve(deps).then(check), late])
  } catch (error) {
    const message = reasonOf(error)
    return fail(message, message)
  } finally {
    clearTimeout(timer)
  }
}

/** The errors of `fetch` hide their reason in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
