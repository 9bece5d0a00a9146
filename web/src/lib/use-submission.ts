import { useRef, useState } from 'react'
import { type FieldOf, refusedFields } from '#lib/refused-fields.ts'
import { sayError } from '#ui/snackbar.ts'

export interface Submission<Values, Answer> {
  /** A mutation in it must be `shownInPlace`. */
  send: (values: Values) => Promise<Answer>
  onSent?: ((answer: Answer, values: Values) => unknown) | undefined
  /** What else a refusal leads to; true: it needs no words here. */
  onRefused?: ((error: Error) => boolean | undefined) | undefined
  /** Which field a refusal without field names is about. */
  fieldOf?: FieldOf<Extract<keyof Values, string>> | undefined
}

interface Fields<Values> {
  fields: readonly Extract<keyof Values, string>[]
  /** Puts the server's words beside their fields. */
  show: (errors: Partial<Record<Extract<keyof Values, string>, string>>) => void
}

/**
 * Sends a form, never twice at once. The server's words go beside the fields they are about, all others into the message;
 * what fails here is a refusal like any other.
 */
export function useSubmission<Values, Answer>({
  send,
  onSent,
  onRefused,
  fieldOf,
  fields,
  show,
}: Submission<Values, Answer> & Fields<Values>) {
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  // The state is rendered too late for a second tap.
  const underWay = useRef(false)

  async function submit(values: Values) {
    if (underWay.current) return
    underWay.current = true
    setState('sending')
    try {
      const answer = await send(values)
      await onSent?.(answer, values)
      setState('sent')
    } catch (error) {
      setState('open')
      refuse(error as Error)
    } finally {
      underWay.current = false
    }
  }

  function refuse(error: Error) {
    if (onRefused?.(error)) return
    const errors = refusedFields(error, fields, fieldOf)
    if (Object.keys(errors).length > 0) show(errors)
    else sayError(error.message)
  }

  return { submit, busy: state === 'sending', sent: state === 'sent' }
}
