import { z } from 'zod'

/**
 * Codes of banks and other cash accounts on the wire, in the order in which select fields list them. They are used for members' bank accounts and for
 * the platform's cash accounts.
 */
export const bankNames = { '01': 'BCA', '05': 'MANDIRI', '04': 'BRI', '02': 'BNI' } as const

/** Banks at which a member can have a bank account (B-ENT-13). */
export const bankCode = z.enum(Object.keys(bankNames) as (keyof typeof bankNames)[], 'Bank tidak dikenal')

export type BankCode = z.output<typeof bankCode>

/** Cash accounts of the platform: one at each of these banks, and one at the payment gateway for card payments. */
export const cashNames = { ...bankNames, '06': 'KARTU' } as const
export type CashCode = keyof typeof cashNames
export const cashCode = z.enum(Object.keys(cashNames) as CashCode[], 'Akun tidak dikenal')
