import { type Call, refusalsOf } from '@lapak/contract/shared/call'
import type { Log } from '#shared/log.ts'
import { Refusal } from './refusal.ts'

/**
 * A refusal that its call did not declare is a defect. Outside production it is thrown as an error, so that tests fail. In production the client
 * still gets the refusal, and the log names the call.
 */
export function enforceDeclaredRefusals(
  call: Call,
  { strict, log }: { strict: boolean; log: Pick<Log, 'error'> },
): (error: unknown) => never {
  const declared: ReadonlySet<string> = new Set(refusalsOf(call))
  return (error) => {
    if (!(error instanceof Refusal) || declared.has(error.code)) throw error
    const broken = `${call.method} ${call.path} refuses ${error.code}, which its \`refuses\` does not say`
    if (strict) throw new Error(broken, { cause: error })
    log.error(broken)
    throw error
  }
}
