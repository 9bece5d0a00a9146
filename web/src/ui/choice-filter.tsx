import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface ChoiceFilterProps<Value extends string> {
  /** The label for screen readers. */
  label: string
  value: Value | undefined
  /** The first choice should have no value, so that it does not filter. */
  choices: NonNullable<NativeSelectProps['data']>
  onChoose: (value: Value | undefined) => void
  className?: string | undefined
}

/** A select that filters a list by one value. */
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

/** The choice that does not filter. */
export const allChoice = (what: string) => ({ value: '', label: `Semua ${what}` })

/** Choices for a filter, by name. They include the value in the URL even before its name is loaded. */
export function namedChoices(named: (readonly [value: string, name: string])[], chosen: string | undefined) {
  const known = chosen === undefined || named.some(([value]) => value === chosen)
  return [...named, ...(known ? [] : [[chosen, `#${chosen}`] as const])]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'id'))
}
