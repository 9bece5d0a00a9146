import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface ChoiceFilterProps<Value extends string> {
  /** What a screen reader calls it. */
  label: string
  value: Value | undefined
  /** The one without a value comes first: nothing is left out. */
  choices: NonNullable<NativeSelectProps['data']>
  onChoose: (value: Value | undefined) => void
  className?: string | undefined
}

/** Leaves of a list only what has this. */
export const ChoiceFilter = <Value extends string>({ label, value, choices, onChoose, className }: ChoiceFilterProps<Value>) => (
  <NativeSelect
    size="sm"
    className={className}
    aria-label={label}
    value={value ?? ''}
    data={choices}
    onChange={(event) => onChoose((event.currentTarget.value || undefined) as Value | undefined)}
  />
)

/** The choice that leaves nothing out. */
export const allOf = (what: string) => ({ value: '', label: `Semua ${what}` })

/** By name; what the address names is there before its name is known. */
export function namedChoices(named: (readonly [value: string, name: string])[], chosen: string | undefined) {
  const known = chosen === undefined || named.some(([value]) => value === chosen)
  return [...named, ...(known ? [] : [[chosen, `#${chosen}`] as const])]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'id'))
}
