import { priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import { listsKey } from '#features/ordering/buying-list/buying-list.api.ts'

/** Read again with the list that it is about. */
export const priceChanges = { name: 'price-changes', call: priceChangeCalls.list, key: [...listsKey, 'changes'] }
