import { TextInput, type TextInputProps } from '@mantine/core'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { normaliseTarget } from '#lib/targets.ts'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** The number of digits from which the operator is known, which is also the minimum length of a target in the API. */
export const targetMin = 4

interface TargetFieldProps
  extends Pick<TextInputProps, 'ref' | 'autoFocus' | 'onKeyDown' | 'onPaste' | 'aria-activedescendant' | 'aria-controls'> {
  typed: string
  onType: (typed: string) => void
  /** The operator of the mobile number; undefined until it is known. */
  operator: string | undefined
  error: string | null
}

export function TargetField({ typed, onType, operator, ...field }: TargetFieldProps) {
  return (
    <TextInput
      label="Nomor tujuan"
      wrapperProps={{ 'data-field': true }}
      type="tel"
      inputMode="tel"
      name="target"
      autoComplete="off"
      data-autofocus={field.autoFocus || undefined}
      placeholder="Nomor HP, meter, atau pelanggan"
      maxLength={100}
      classNames={{ input: classes.number, label: classes.numberLabel }}
      value={typed}
      onChange={(event) => onType(normaliseTarget(event.currentTarget.value))}
      rightSectionWidth={operator ? 140 : undefined}
      rightSection={operator && <OperatorMark name={operator} />}
      {...field}
    />
  )
}

function OperatorMark({ name }: { name: string }) {
  return (
    <span className={classes.operator} role="status">
      <InitialsMark name={name} size={24} />
      {name}
    </span>
  )
}
