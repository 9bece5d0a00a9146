import { useRef, useState } from 'react'
import { type FieldByErrorCode, fieldErrors } from '#lib/field-errors.ts'
import { showError } from '#ui/snackbar.ts'

export interface Submission<Values, Answer> {
  /** Sends the values. If it uses a mutation, the mutation must be `shownInPlace`. */
  send: (values: Values) => Promise<Answer>
  onSuccess?: ((answer: Answer, values: Values) => unknown) | undefined
  /** Handles an error of the server; if it returns true, no message is shown. */
  onError?: ((error: Error) => boolean | undefined) | undefined
  /** The field to which an error belongs whose answer contains no field names. */
  fieldByErrorCode?: FieldByErrorCode<Extract<keyof Values, string>> | undefined
}

interface Fields<Values> {
  fields: readonly Extract<keyof Values, string>[]
  /** Shows the server's errors at their fields. */
  show: (errors: Partial<Record<Extract<keyof Values, string>, string>>) => void
}

/**
 * Submits a form, never twice at the same time. Errors about fields are shown at the fields, all other errors as a message; an exception is handled
 * like an error of the server.
 */
export function useSubmission<Values, Answer>({
  send,
  onSuccess,
  onError,
  fieldByErrorCode,
  fields,
  show,
}: Submission<Values, Answer> & Fields<Values>) {
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  // A ref instead of state: the state is rendered too late to stop a second tap.
  const underWay = useRef(false)

  async function submit(values: Values) {
    if (underWay.current) return
    underWay.current = true
    setState('sending')
    try {
      const answer = await send(values)
      await onSuccess?.(answer, values)
      setState('sent')
    } catch (error) {
      setState('open')
      refuse(error as Error)
    } finally {
      underWay.current = false
    }
  }

  function refuse(error: Error) {
    if (onError?.(error)) return
    const errors = fieldErrors(error, fields, fieldByErrorCode)
    if (Object.keys(errors).length > 0) show(errors)
    else showError(error.message)
  }

  return { submit, busy: state === 'sending', sent: state === 'sent' }
}
