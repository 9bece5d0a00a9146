import { z } from 'zod'

/**
 * Banks and other places of money by the codes of the wire, in the order in which selects show them: the only list of
 * them, for members' bank accounts as for the cash accounts of the books.
 */
export const bankNames = { '01': 'BCA', '05': 'MANDIRI', '04': 'BRI', '02': 'BNI' } as const

/** What a member can have an account at (B-ENT-13). */
export const bankCode = z.enum(Object.keys(bankNames) as (keyof typeof bankNames)[], 'Bank tidak dikenal')

export type BankCode = z.output<typeof bankCode>

/** Where the house holds money: at the same banks, and what cards paid at their gateway. */
export const cashNames = { ...bankNames, '06': 'KARTU' } as const
export type CashCode = keyof typeof cashNames
export const cashCode = z.enum(Object.keys(cashNames) as CashCode[], 'Akun tidak dikenal')
