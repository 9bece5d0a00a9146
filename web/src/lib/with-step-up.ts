import type { StepUpBy } from '@lapak/contract/shared/call'
import { ApiError } from '#lib/api-error.ts'

/** Opens the dialog for step-up authentication, by any method or only by a code sent by e-mail. Resolves to false if the user cancels. */
type Ask = (by: StepUpBy) => Promise<boolean>

let openDialog: Ask | null = null
let pendingStepUp: Promise<boolean> | null = null

/**
 * Registers the function that opens the dialog, which the signed-in frame provides; without it, step-up authentication is not possible. Returns a
 * function that removes it.
 */
export function setStepUpDialog(how: Ask): () => void {
  openDialog = how
  return () => {
    openDialog = null
  }
}

/** Sends a request. If the server requires step-up authentication, asks for it and sends the request again. Concurrent requests share one dialog. */
export async function withStepUp<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (openDialog === null || !needsStepUp(error)) throw error
    if (!(await stepUp(openDialog, error.code === 'access.mail_proof_needed' ? 'mail' : 'any')))
      throw new ApiError(error.status, cancelledText, error.body)
    return send()
  }
}

/**
 * Asks for step-up authentication before a request. Needed for data that the server leaves out without step-up authentication, instead of refusing
 * the request.
 */
export async function requireStepUp(): Promise<void> {
  if (openDialog === null || !(await stepUp(openDialog, 'any'))) throw new ApiError(0, cancelledText)
}

const cancelledText = 'Dibatalkan: belum dikonfirmasi bahwa ini Anda'

function stepUp(how: Ask, by: StepUpBy): Promise<boolean> {
  pendingStepUp ??= how(by).finally(() => {
    pendingStepUp = null
  })
  return pendingStepUp
}

const needsStepUp = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'access.proof_needed' || error.code === 'access.mail_proof_needed')
