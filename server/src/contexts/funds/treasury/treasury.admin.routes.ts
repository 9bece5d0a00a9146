import { cashAccountCalls } from '@lapak/contract/funds/treasury'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { downloadJournal } from './journal.csv.ts'
import { findOwners, listShut } from './owners.queries.ts'
import { listCashAccounts, monitorBalances, readCashHistories, readProofs } from './treasury.queries.ts'
import { askForProof, type CashAccountDeps, moveCash } from './treasury.ts'

export function cashAccountAdminRoutes(routes: Routes, deps: CashAccountDeps) {
  const { db } = deps
  const tellWaiting = (outcome: 'done' | 'asked', say: (msg: string) => void) => {
    if (outcome === 'asked') say(waitsForSecond)
  }

  routes.on(cashAccountCalls.list, () => listCashAccounts(db))
  routes.on(cashAccountCalls.monitoring, () => monitorBalances(db))
  routes.on(cashAccountCalls.histories, ({ query }) => readCashHistories(db, query))
  routes.on(cashAccountCalls.transfer, async ({ caller, body, say }) => {
    const { idsumber: from, idtujuan: to, jumlah: amount, reason = 'Transfer Kas', reffclient = null, counter } = body
    tellWaiting(await moveCash(deps, caller, { move: { act: 'transfer', from, to, amount, reffclient }, reason, counter }), say)
  })
  routes.on(cashAccountCalls.adjust, async ({ caller, body, say }) => {
    const { memberid: member, jumlah: amount, reason, reffclient = null, counter } = body
    tellWaiting(await moveCash(deps, caller, { move: { act: 'adjustment', member, amount, reffclient }, reason, counter }), say)
  })
  routes.on(cashAccountCalls.shut, () => listShut(deps.db.read))
  routes.on(cashAccountCalls.owners, ({ query }) => findOwners(db.read, query.search))
  routes.on(cashAccountCalls.correct, async ({ caller, body, say }) => {
    const { code, kind, jumlah: amount, reason, reffclient = null, counter } = body
    tellWaiting(await moveCash(deps, caller, { move: { act: 'correction', code, kind, amount, reffclient }, reason, counter }), say)
  })
  routes.on(cashAccountCalls.journal, async ({ caller, query }) => {
    const file = await downloadJournal(db, query)
    await db.transaction((tx) => deps.audit.note(tx, { event: 'books.exported', by: caller, subject: 'books', after: { ...query } }))
    return file
  })
  routes.on(cashAccountCalls.proofs, () => readProofs(db.read))
  routes.on(cashAccountCalls.prove, ({ caller }) => askForProof(deps, caller))
}
