import { cashNames } from '@lapak/contract/shared/banks'

/** The cash accounts by code and name, for selects. */
export const cashChoices = Object.entries(cashNames)
  .map(([value, name]) => ({ value, label: `${value} ${name}` }))
  .toSorted((one, other) => one.value.localeCompare(other.value))
