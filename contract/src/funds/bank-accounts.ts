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
  /** Whose it is by the bank's own word; null while the bank has said nothing, or knows no such account. */
  namadibank: z.string().nullable(),
  /** When the bank said so. */
  dicek: moment.nullable(),
  createat: moment,
  /** From when on a cash-out may go there. */
  payableat: moment,
})

/** Letters alone, since banks write names in capitals, cut, and without points. */
export const sameName = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)

const lettersOf = (name: string) => name.toUpperCase().replace(/[^\p{L}]/gu, '')

const accountno = plainText(30)
  .transform((text) => text.replace(/[\s.-]/g, ''))
  .pipe(z.string().regex(/^\d{5,20}$/, 'Nomor rekening tidak valid'))
/** Each change sends a letter. */
const changes = { setting: 'bankAccounts.changesPerHour', seconds: 3600 } as const

const asked = { bankcode: bankCode, accountno, accountname: plainText(100).min(1, 'Nama pemilik wajib diisi') }

export const bankAccountCalls = {
  list: call('GET', '/api/v1/seller/banks', { summary: "The member's bank accounts", access: 'member', data: z.array(bankAccount) }),
  add: call('POST', '/api/v1/seller/banks', {
    summary: 'Add a bank account; the member is told by e-mail',
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
    summary: 'Change a bank account; with another bank or number it is another account with another id',
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
    summary: 'Ask whose account this is',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: z.object({ bankcode: bankCode, accountno }),
    data: z.object({ accountname: z.string() }),
    // A list of numbers with their owners' names would be worth something to others.
    limit: { setting: 'bankAccounts.checksPerMinute', seconds: 60 },
    refuses: ['bank.not_found_there', 'bank.check_unavailable', 'bank.check_no_answer'],
  }),
  remove: call('DELETE', '/api/v1/seller/banks/{id}', {
    summary: 'Remove a bank account',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    // What is taken away comes back as a new account, and no cash-out goes to that for a day.
    stepUp: true,
    params: z.object({ id: rowIdText }),
    done: 'Delete Bank Ok!',
    limit: changes,
    refuses: ['not_found.bank'],
  }),
}
