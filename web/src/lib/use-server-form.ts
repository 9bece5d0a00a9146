import { type FormErrors, type UseFormInput, useForm } from '@mantine/form'
import { useRef } from 'react'
import { type Submission, useSubmission } from '#lib/use-submission.ts'

type ServerForm<Values extends object, Answer> = Submission<Values, Answer> &
  Pick<UseFormInput<Values>, 'validate' | 'validateInputOnBlur'> & {
    initialValues: Values
    /** Called when the form is valid. If it resolves to false, nothing is sent. */
    beforeSend?: (values: Values) => Promise<boolean>
    /** Called when the form's own validation fails. */
    onValidationError?: (errors: FormErrors) => void
  }

/**
 * The state of a form. Errors of the validation and of the server are shown at their fields, and the first field with an error gets the focus. Fields
 * are identified by their `name`; `field(name)` returns the props of an input.
 */
export function useServerForm<Values extends object, Answer>({
  send,
  onSuccess,
  onError,
  fieldByErrorCode,
  beforeSend,
  onValidationError,
  ...options
}: ServerForm<Values, Answer>) {
  type Field = Extract<keyof Values, string>
  const form = useForm<Values>(options)
  const element = useRef<HTMLFormElement>(null)

  function focusFirst(errors: FormErrors) {
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[]
    const control = controls.find(({ name, type }) => name in errors && type !== 'hidden')
    if (control) focusWhenShown(control)
  }

  function showValidationErrors(errors: FormErrors) {
    form.setErrors(errors)
    focusFirst(errors)
  }

  function refuse(errors: FormErrors) {
    onValidationError?.(errors)
    focusFirst(errors)
  }

  async function begin(values: Values) {
    if (!beforeSend || (await beforeSend(values))) await submission.submit(values)
  }

  const submission = useSubmission<Values, Answer>({
    send,
    onSuccess: (answer, values) => {
      // The sent values become the new initial values of the form.
      form.setInitialValues(values)
      form.resetDirty(values)
      return onSuccess?.(answer, values)
    },
    onError,
    fieldByErrorCode,
    fields: Object.keys(options.initialValues) as Field[],
    show: (errors) => showValidationErrors(errors as FormErrors),
  })

  return {
    ...submission,
    form,
    /** Validates the form for another request with its values, and shows the errors as a submit would. Returns whether the form is valid. */
    isFilledIn() {
      const { hasErrors, errors } = form.validate()
      if (hasErrors) refuse(errors)
      return !hasErrors
    },
    showWrong: showValidationErrors,
    field: <Name extends Field>(name: Name) => ({ name, ...form.getInputProps(name) }),
    /** Whether the form contains changes that have not been sent. */
    unsent: form.isDirty() && !submission.busy,
    formProps: { ref: element, noValidate: true, onSubmit: form.onSubmit((values) => void begin(values), refuse) },
  }
}

/** Tries to focus a field in each of the next frames, because a collapsed field becomes visible a few frames after its error has expanded it. */
function focusWhenShown(control: HTMLElement, frames = 30) {
  control.focus()
  if (document.activeElement !== control && frames > 0) requestAnimationFrame(() => focusWhenShown(control, frames - 1))
}
