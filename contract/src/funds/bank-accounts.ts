import { z } from 'zod'
import { bankCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { moment, plainText, rowId, rowIdText } from '../shared/wire.ts'

export const bankAccount = z.object({
  id: rowId,
  bankcode: bankCode,
  bankname: z.string(),
  accountno: z.string(),
  accountname: z.string(),
  /** Owner's name according to the bank; null before the bank has answered, or when the bank does not know the account. */
  namadibank: z.string().nullable(),
  /** Time at which the bank returned the owner's name. */
  dicek: moment.nullable(),
  createat: moment,
  /** From when on cash-outs to this bank account are possible. */
  payableat: moment,
})

/** Compares letters only, since banks write names in capitals, shortened and without points. */
export const sameName = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)

const lettersOf = (name: string) => name.toUpperCase().replace(/[^\p{L}]/gu, '')

const accountno = plainText(30)
  .transform((text) => text.replace(/[\s.-]/g, ''))
  .pipe(z.string().regex(/^\d{5,20}$/, 'Nomor rekening tidak valid'))
/** Each change of a bank account sends an e-mail. */
const changes = { setting: 'bankAccounts.changesPerHour', seconds: 3600 } as const

const asked = { bankcode: bankCode, accountno, accountname: plainText(100).min(1, 'Nama pemilik wajib diisi') }

export const bankAccountCalls = {
  list: call('GET', '/api/v1/seller/banks', { summary: "List the member's bank accounts", access: 'member', data: z.array(bankAccount) }),
  add: call('POST', '/api/v1/seller/banks', {
    summary: 'Add a bank account; the member is notified by e-mail',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    body: z.object(asked),
    data: bankAccount,
    done: 'Add Bank Ok!',
    limit: changes,
    refuses: ['bank.exists', 'bank.too_many'],
  }),
  change: call('PATCH', '/api/v1/seller/banks', {
    summary: 'Change a bank account; another bank or number makes it another account with another id',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    body: z.object({ id: rowId, ...asked }),
    data: bankAccount,
    done: 'Update Bank Ok!',
    limit: changes,
    refuses: ['not_found.bank', 'bank.exists'],
  }),
  check: call('POST', '/api/v1/seller/banks/cek', {
    summary: 'Look up the owner of a bank account',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: z.object({ bankcode: bankCode, accountno }),
    data: z.object({ accountname: z.string() }),
    // The limit prevents a caller from collecting the owners' names for a list of account numbers.
    limit: { setting: 'bankAccounts.checksPerMinute', seconds: 60 },
    refuses: ['bank.not_found_there', 'bank.check_unavailable', 'bank.check_no_answer'],
  }),
  remove: call('DELETE', '/api/v1/seller/banks/{id}', {
    summary: 'Remove a bank account',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    // A removed bank account can only be added again as a new account, and new accounts cannot receive a cash-out for a day.
    stepUp: true,
    params: z.object({ id: rowIdText }),
    done: 'Delete Bank Ok!',
    limit: changes,
    refuses: ['not_found.bank'],
  }),
}
