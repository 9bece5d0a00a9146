import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { ApiError } from '#lib/api-error.ts'
import { focusFirst } from '#lib/form-errors.ts'

/** What the server says about single fields, beside these fields. */
export function showRefused<Values extends object>(form: UseFormReturnType<Values>, error: Error) {
  if (!(error instanceof ApiError)) return
  const errors: FormErrors = error.code === 'access.password_common' ? { password: error.message } : error.errors
  if (Object.keys(errors).length === 0) return
  form.setErrors(errors)
  focusFirst(form, errors)
}
