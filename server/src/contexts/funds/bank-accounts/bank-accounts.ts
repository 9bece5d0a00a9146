import type { bankAccountCalls } from '@lapak/contract/funds/bank-accounts'
import type { BodyOf } from '@lapak/contract/shared/call'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { type Outbox, securityBell } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import type { NameInquiry } from '#integrations/name-inquiry/name-inquiry.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { type BankAccount, lockBankAccount } from './bank-accounts.queries.ts'
import { checksOf, requestAccountOwnerJob } from './owner-by-bank.ts'

export { type BankAccount, listBankAccounts, lockBankAccount } from './bank-accounts.queries.ts'

export interface BankAccountDeps {
  db: Database
  audit: Audit
  outbox: Outbox
  settings: Settings
  log: Log
  /** Null if no provider of name inquiries is set up. */
  nameInquiry: NameInquiry | null
}

type NewAccount = BodyOf<typeof bankAccountCalls.add>
type Changes = BodyOf<typeof bankAccountCalls.change>
type AccountAsked = BodyOf<typeof bankAccountCalls.check>

/** Cash-outs go to these accounts, so the member gets an e-mail about every change. A thief of a session cannot change an account unnoticed. */
export async function addBankAccount(deps: BankAccountDeps, by: Caller, asked: NewAccount): Promise<BankAccount> {
  const { db, audit, outbox, settings } = deps
  const { memberId } = by
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, memberId, settings.get('bankAccounts.max'))
    const added = await insert(tx, settings, memberId, asked)
    await notifyMember(tx, outbox, memberId, 'ditambahkan', `Rekening ${shown(added)} ditambahkan ke akun Lapak Anda.`)
    await audit.record(tx, { event: 'bank_account.added', by, subject: added.id, after: factsOf(added) })
    return added
  })
}

export async function changeBankAccount(deps: BankAccountDeps, by: Caller, asked: Changes): Promise<BankAccount> {
  const { db, audit, outbox, settings } = deps
  const { memberId } = by
  return db.transaction(async (tx) => {
    const before = await held(tx, settings, memberId, asked.id)
    if (same(before, asked)) return before
    const changed = sameAccount(before, asked) ? await rename(tx, settings, memberId, asked) : await replace(tx, settings, memberId, asked)
    await notifyMember(tx, outbox, memberId, 'diubah', `Rekening ${shown(before)} di akun Lapak Anda diubah menjadi ${shown(changed)}.`)
    await audit.record(tx, {
      event: 'bank_account.changed',
      by,
      subject: changed.id,
      before: factsOf(before),
      after: factsOf(changed),
    })
    return changed
  })
}

export async function removeBankAccount(deps: BankAccountDeps, by: Caller, id: bigint): Promise<void> {
  const { db, audit, outbox, settings } = deps
  const { memberId } = by
  await db.transaction(async (tx) => {
    const before = await held(tx, settings, memberId, id)
    await archive(tx, memberId, id)
    await notifyMember(tx, outbox, memberId, 'dihapus', `Rekening ${shown(before)} dihapus dari akun Lapak Anda.`)
    await audit.record(tx, { event: 'bank_account.removed', by, subject: id, before: factsOf(before) })
  })
}

export async function checkBankAccount(
  { db, settings, nameInquiry, log }: Pick<BankAccountDeps, 'db' | 'settings' | 'nameInquiry' | 'log'>,
  { memberId }: Caller,
  asked: AccountAsked,
): Promise<{ accountname: string }> {
  if (nameInquiry === null) throw new Refusal('bank.check_unavailable')
  await rateLimit(db, checksOf(memberId), settings.get('bankAccounts.checksPerDay'), 86_400)
  const owner = await nameInquiry.ownerOf(asked.bankcode, asked.accountno)
  switch (owner.kind) {
    case 'named':
      return { accountname: owner.name }
    case 'none':
      throw new Refusal('bank.not_found_there')
    case 'unknown':
      log.warn({ bank: asked.bankcode, reason: owner.message }, 'account owner inquiry failed')
      throw new Refusal('bank.check_no_answer')
  }
}

const columns = ({ bankcode, accountno, accountname }: NewAccount) => ({
  bank_code: bankcode,
  account_no: accountno,
  account_name: accountname,
})

const sameAccount = (before: BankAccount, asked: NewAccount) => before.bankcode === asked.bankcode && before.accountno === asked.accountno

const same = (before: BankAccount, asked: NewAccount) => sameAccount(before, asked) && before.accountname === asked.accountname

async function insert(tx: Tx, settings: Settings, memberId: bigint, asked: NewAccount): Promise<BankAccount> {
  const { id } = await tx
    .insertInto('bank_account')
    .values({ member_id: memberId, ...columns(asked) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSecond)
  await enqueue(tx, requestAccountOwnerJob, { id })
  return held(tx, settings, memberId, id)
}

async function rename(tx: Tx, settings: Settings, memberId: bigint, { id, accountname }: Changes): Promise<BankAccount> {
  await tx
    .updateTable('bank_account')
    .set({ account_name: accountname, updated_at: new Date() })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
  return held(tx, settings, memberId, id)
}

/**
 * Archives the row of the old account and adds a row for the new account. A row never changes to a different account, because paid cash-outs refer to
 * it.
 */
async function replace(tx: Tx, settings: Settings, memberId: bigint, asked: Changes): Promise<BankAccount> {
  await archive(tx, memberId, asked.id)
  return insert(tx, settings, memberId, asked)
}

const archive = (tx: Tx, memberId: bigint, id: bigint) =>
  tx.updateTable('bank_account').set({ archived_at: new Date() }).where('id', '=', id).where('member_id', '=', memberId).execute()

/** Locks the member, so that concurrent additions by one member are counted one after the other. */
async function refuseTooMany(tx: Tx, memberId: bigint, max: number) {
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { known } = await tx
    .selectFrom('bank_account')
    .select((select) => select.fn.countAll<bigint>().as('known'))
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (known >= max) throw new Refusal('bank.too_many', { max })
}

async function held(tx: Tx, settings: Settings, memberId: bigint, id: bigint): Promise<BankAccount> {
  const account = await lockBankAccount(tx, settings, memberId, id)
  if (!account) throw new Refusal('not_found.bank')
  return account
}

const factsOf = ({ id, bankcode, accountno, accountname }: BankAccount) => ({
  id,
  bank: bankcode,
  end: accountno.slice(-4),
  name: accountname,
})

/** E-mails are kept for a long time, so they show only the last four digits of the account number. */
const shown = ({ bankname, accountno, accountname }: BankAccount) => `${bankname} ••••${accountno.slice(-4)} atas nama ${accountname}`

async function notifyMember(tx: Tx, outbox: Outbox, memberId: bigint, what: string, sentence: string) {
  const { name, email } = await tx.selectFrom('member').select(['name', 'email']).where('id', '=', memberId).executeTakeFirstOrThrow()
  await outbox.sendEmail(
    tx,
    { memberId, email },
    {
      subject: `Rekening bank ${what}`,
      bell: securityBell('/profile?tab=bank'),
      paragraphs: [`Halo ${name},`, sentence],
      closing: ['Bila Anda tidak melakukan ini, segera ganti password Anda dan hubungi admin.'],
    },
  )
}

function refuseSecond(error: unknown): never {
  if (violatesConstraint(error, 'bank_account_once')) throw new Refusal('bank.exists')
  throw error
}
