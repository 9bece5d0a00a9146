/** What other features may know of API settings. */
export { firstKeyName, makeKey } from './keys.ts'
export { testedSupplierAccess } from './seller-api.ts'
