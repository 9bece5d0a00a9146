import { treasuryCalls } from '@lapak/contract/funds/treasury'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { downloadJournal } from './journal.csv.ts'
import { findOwners, listShut } from './owners.queries.ts'
import { listCashAccounts, monitorBalances, readCashHistories, readVerifications } from './treasury.queries.ts'
import { moveCash, requestVerification, type TreasuryDeps } from './treasury.ts'

export function treasuryAdminRoutes(routes: Routes, deps: TreasuryDeps) {
  const { db } = deps
  const setWaitingMessage = (outcome: 'done' | 'approval_requested', say: (msg: string) => void) => {
    if (outcome === 'approval_requested') say(waitsForSecond)
  }

  routes.on(treasuryCalls.list, () => listCashAccounts(db))
  routes.on(treasuryCalls.monitoring, () => monitorBalances(db))
  routes.on(treasuryCalls.histories, ({ query }) => readCashHistories(db, query))
  routes.on(treasuryCalls.transfer, async ({ caller, body, setMessage }) => {
    const { idsumber: from, idtujuan: to, jumlah: amount, reason = 'Transfer Kas', reffclient = null, counter } = body
    setWaitingMessage(
      await moveCash(deps, caller, { move: { act: 'transfer', from, to, amount, reffclient }, reason, counter }),
      setMessage,
    )
  })
  routes.on(treasuryCalls.adjust, async ({ caller, body, setMessage }) => {
    const { memberid: member, jumlah: amount, reason, reffclient = null, counter } = body
    setWaitingMessage(
      await moveCash(deps, caller, { move: { act: 'adjustment', member, amount, reffclient }, reason, counter }),
      setMessage,
    )
  })
  routes.on(treasuryCalls.shut, () => listShut(deps.db.read))
  routes.on(treasuryCalls.owners, ({ query }) => findOwners(db.read, query.search))
  routes.on(treasuryCalls.correct, async ({ caller, body, setMessage }) => {
    const { code, kind, jumlah: amount, reason, reffclient = null, counter } = body
    setWaitingMessage(
      await moveCash(deps, caller, { move: { act: 'correction', code, kind, amount, reffclient }, reason, counter }),
      setMessage,
    )
  })
  routes.on(treasuryCalls.journal, async ({ caller, query }) => {
    const record = () =>
      db.transaction((tx) => deps.audit.record(tx, { event: 'books.exported', by: caller, subject: 'books', after: { ...query } }))
    return { ...(await downloadJournal(db, query)), record }
  })
  routes.on(treasuryCalls.proofs, () => readVerifications(db.read))
  routes.on(treasuryCalls.verify, ({ caller }) => requestVerification(deps, caller))
}
