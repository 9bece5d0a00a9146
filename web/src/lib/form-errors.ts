import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { ApiError } from '#lib/api-error.ts'

/** Whoever has to correct something begins at the first field that is wrong. */
export const focusFirst = <Values extends object>(form: UseFormReturnType<Values>, errors: FormErrors) =>
  form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()

/**
 * The server's words beside the fields they are about: those that it names, else the one that its code is about, else
 * `otherwise`.
 */
export function refusedFields<Field extends string>(
  error: Error,
  { otherwise, ofCode }: { otherwise: Field; ofCode?: (code: string) => Field | undefined },
): Partial<Record<Field, string>> {
  if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error.errors as Partial<Record<Field, string>>
  const field = error instanceof ApiError && error.code ? ofCode?.(error.code) : undefined
  return { [field ?? otherwise]: error.message } as Partial<Record<Field, string>>
}
