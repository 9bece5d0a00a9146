import { type FormErrors, type UseFormInput, useForm } from '@mantine/form'
import { useRef } from 'react'
import { type Submission, useSubmission } from '#lib/use-submission.ts'

type ServerForm<Values extends object, Answer> = Submission<Values, Answer> &
  Pick<UseFormInput<Values>, 'validate' | 'validateInputOnBlur'> & {
    initialValues: Values
    /** Asked when all is filled in well; with No nothing is sent. */
    before?: (values: Values) => Promise<boolean>
    /** The page itself found something wrong. */
    onWrong?: (errors: FormErrors) => void
  }

/**
 * A form of the page. What is wrong stands beside its field, whether the page or the server noticed it, and the first such
 * field has the focus. Fields are told apart by their `name`; `field(name)` gives an input all that it needs.
 */
export function useServerForm<Values extends object, Answer>({
  send,
  onSent,
  onRefused,
  fieldOf,
  before,
  onWrong,
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

  function showWrong(errors: FormErrors) {
    form.setErrors(errors)
    focusFirst(errors)
  }

  function refuse(errors: FormErrors) {
    onWrong?.(errors)
    focusFirst(errors)
  }

  async function begin(values: Values) {
    if (!before || (await before(values))) await submission.submit(values)
  }

  const submission = useSubmission<Values, Answer>({
    send,
    onSent: (answer, values) => {
      // What was sent is what the form begins from now.
      form.setInitialValues(values)
      form.resetDirty(values)
      return onSent?.(answer, values)
    },
    onRefused,
    fieldOf,
    fields: Object.keys(options.initialValues) as Field[],
    show: (errors) => showWrong(errors as FormErrors),
  })

  return {
    ...submission,
    form,
    /** For what else is asked with these values: as by sending, what is wrong is shown. */
    isFilledIn() {
      const { hasErrors, errors } = form.validate()
      if (hasErrors) refuse(errors)
      return !hasErrors
    },
    showWrong,
    field: <Name extends Field>(name: Name) => ({ name, ...form.getInputProps(name) }),
    /** Something is filled in that was not sent. */
    unsent: form.isDirty() && !submission.busy,
    formProps: { ref: element, noValidate: true, onSubmit: form.onSubmit((values) => void begin(values), refuse) },
  }
}

/** What was folded away is there a few frames after its errors have unfolded it. */
function focusWhenShown(control: HTMLElement, frames = 30) {
  control.focus()
  if (document.activeElement !== control && frames > 0) requestAnimationFrame(() => focusWhenShown(control, frames - 1))
}
