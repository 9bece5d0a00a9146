import { bankAccountCalls } from '@lapak/contract/funds/bank-accounts'
import type { Routes } from '#http/http.ts'
import { listBankAccounts } from './bank-accounts.queries.ts'
import { addBankAccount, type BankAccountDeps, changeBankAccount, checkBankAccount, removeBankAccount } from './bank-accounts.ts'

export function bankAccountRoutes(routes: Routes, deps: BankAccountDeps) {
  routes.on(bankAccountCalls.list, ({ caller }) => listBankAccounts(deps, caller.memberId))
  routes.on(bankAccountCalls.add, ({ caller, body }) => addBankAccount(deps, caller, body))
  routes.on(bankAccountCalls.change, ({ caller, body }) => changeBankAccount(deps, caller, body))
  routes.on(bankAccountCalls.check, ({ caller, body }) => checkBankAccount(deps, caller, body))
  routes.on(bankAccountCalls.remove, ({ caller, params }) => removeBankAccount(deps, caller, params.id))
}
