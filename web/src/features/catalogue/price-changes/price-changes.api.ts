import { priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import { buyingListsKey } from '#features/ordering/buying-list/buying-list.api.ts'

/** The key begins with the key of the buying lists, so that a refresh of the lists also refreshes the price changes. */
export const priceChangeList = { name: 'price-changes', call: priceChangeCalls.list, key: [...buyingListsKey, 'changes'] }
