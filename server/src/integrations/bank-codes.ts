import type { BankCode } from '@lapak/contract/shared/banks'

/** The codes of banks at the payment provider (Xendit) and at the name inquiry (Flip). */
export const bankCodes: Record<BankCode, { xendit: string; flip: string }> = {
  '01': { xendit: 'ID_BCA', flip: 'bca' },
  '02': { xendit: 'ID_BNI', flip: 'bni' },
  '04': { xendit: 'ID_BRI', flip: 'bri' },
  '05': { xendit: 'ID_MANDIRI', flip: 'mandiri' },
}
