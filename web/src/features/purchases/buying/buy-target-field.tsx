import { TextInput } from '@mantine/core'
import classes from '#features/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/purchases/buying/buy-flow.ts'
import { sentence } from '#lib/sentence.ts'
import { cleanTarget } from '#lib/targets.ts'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** Enough digits to know the operator, and the wire's least length of a target. */
export const targetMin = 4

interface TargetFieldProps {
  flow: BuyFlow
  /** Whose number it is, once that is known. */
  operator: string | undefined
  error?: string | null
}

/** The number that the purchase is for. */
export function TargetField({ flow, operator, error = null }: TargetFieldProps) {
  const refused =
    flow.refusal?.kind === 'field' && flow.refusal.field === 'target' ? `${sentence(flow.refusal.message)} Saldo tidak berubah.` : null
  return (
    <TextInput
      label="Nomor tujuan"
      type="tel"
      inputMode="tel"
      name="target"
      autoComplete="off"
      autoFocus
      data-autofocus
      placeholder="Nomor HP, meter, atau pelanggan"
      maxLength={100}
      classNames={{ input: classes.number }}
      value={flow.target}
      onChange={(event) => flow.type(cleanTarget(event.currentTarget.value))}
      error={error ?? refused}
      rightSectionWidth={operator ? 140 : undefined}
      rightSection={operator && <OperatorMark name={operator} />}
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
