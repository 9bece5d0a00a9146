import { cashNames } from '@lapak/contract/shared/banks'

/** The cash accounts by code and name, as choices of a select. */
export const cashChoices = Object.entries(cashNames)
  .map(([value, name]) => ({ value, label: `${value} ${name}` }))
  .toSorted((one, other) => one.value.localeCompare(other.value))
