import type { StepUpBy } from '@lapak/contract/shared/call'
import { ApiError } from '#lib/api-error.ts'

/** Asks whoever sits here to prove who it is, anyhow or by a mailed code; false when that is given up. */
type Ask = (by: StepUpBy) => Promise<boolean>

let ask: Ask | null = null
let underWay: Promise<boolean> | null = null

/** The signed-in frame says how it asks; outside of it there is nobody to ask. Gives back what takes that away. */
export function proofsAskedBy(how: Ask): () => void {
  ask = how
  return () => {
    ask = null
  }
}

/** Sends; where the server wants a fresh proof, asks for one and sends the same again. Requests at the same time share one dialog. */
export async function withStepUp<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (ask === null || !needsStepUp(error)) throw error
    if (!(await stepUp(ask, error.code === 'access.mail_proof_needed' ? 'mail' : 'any')))
      throw new ApiError(error.status, givenUp, error.body)
    return send()
  }
}

/** Asks for a proof at once, where what is shown depends on one and nothing is refused without it. */
export async function stepUpFirst(): Promise<void> {
  if (ask === null || !(await stepUp(ask, 'any'))) throw new ApiError(0, givenUp)
}

const givenUp = 'Dibatalkan: belum dikonfirmasi bahwa ini Anda'

function stepUp(how: Ask, by: StepUpBy): Promise<boolean> {
  underWay ??= how(by).finally(() => {
    underWay = null
  })
  return underWay
}

const needsStepUp = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'access.proof_needed' || error.code === 'access.mail_proof_needed')
