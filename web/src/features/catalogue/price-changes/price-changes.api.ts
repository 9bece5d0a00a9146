import { priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import { listsKey } from '#features/ordering/buying-list/buying-list.api.ts'

/** Invalidated together with the buying lists. */
export const priceChanges = { name: 'price-changes', call: priceChangeCalls.list, key: [...listsKey, 'changes'] }
