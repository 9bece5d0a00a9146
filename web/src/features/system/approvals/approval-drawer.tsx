import type { DifferenceKind, ReconciliationScope } from '@lapak/contract/funds/reconciliation'
import type { BankCode } from '@lapak/contract/shared/banks'
import { wib } from '@lapak/contract/shared/time-text'
import type { ApprovalRow } from '@lapak/contract/system/approvals'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApprovalDecisionForm } from '#features/system/approvals/approval-decision-form.tsx'
import { approvalAmount, approvalKindLabel, balanceChangeText } from '#features/system/approvals/approval-labels.ts'
import { ApprovalState, ownRequestTexts } from '#features/system/approvals/approval-state.tsx'
import { approvalQuery } from '#features/system/approvals/approvals.api.ts'
import { useRequestedChange } from '#features/system/approvals/use-requested-change.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import link from '#ui/text-link.module.css'

interface ApprovalDrawerProps {
  row: ApprovalRow | undefined
  /** Renders the facts of a ticket that matter for the decision. */
  ticket: (id: string) => ReactNode
  onClose: () => void
}

/** One approval request with its details and the form for the decision. */
export function ApprovalDrawer({ row, ...shown }: ApprovalDrawerProps) {
  return (
    <SideDrawer record={row} title={({ id }) => `Permintaan ${id}`} width={480} onClose={shown.onClose}>
      {(row) => <Decision opened={row} {...shown} />}
    </SideDrawer>
  )
}

/** The approval request in its current state: while the drawer is open, another administrator may decide the request, or it may lapse. */
function Decision({ opened, ticket, onClose }: Omit<ApprovalDrawerProps, 'row'> & { opened: ApprovalRow }) {
  const { data: row } = useQuery(approvalQuery(opened))
  const { words, about, setting } = useRequestedChange(row)
  return (
    <Stack gap="lg">
      <Text fw={650} size="lg">
        {words}
      </Text>
      <ApprovalState of={row} />
      <Facts facts={factsOf(row, setting)} />
      {row.historytipe !== null && row.outcome === null && ticket(row.subject)}
      <SubjectLink row={row} />
      {row.outcome === null && row.own !== null && <Text size="sm">{ownRequestTexts[row.own]}.</Text>}
      {row.outcome === null && (row.own === null || row.own === 'request') && (
        <ApprovalDecisionForm id={row.id} about={about} isRequester={row.own === 'request'} onDone={onClose} />
      )}
    </Stack>
  )
}

function factsOf(row: ApprovalRow, setting: ReturnType<typeof useRequestedChange>['setting']): Fact[] {
  const sum = approvalAmount(row)
  return [
    { label: 'Jenis', value: approvalKindLabel(row) },
    { label: 'Nominal', value: sum === null ? null : <Rupiah of={sum} strong /> },
    { label: 'Member', value: row.membername },
    { label: 'Saldo member', value: balanceChangeText(row) },
    { label: 'Nilai sekarang', value: setting?.now },
    { label: 'Tentang aturan', value: setting?.about },
    { label: 'Diminta oleh', value: row.askedby },
    { label: 'Alasan', value: row.reason },
    { label: 'Sejak', value: `${wib(row.createat)}, ${relativeTime(row.createat)}` },
    { label: 'Diputuskan oleh', value: row.decidedby },
    { label: 'Pada', value: row.decidedat && wib(row.decidedat) },
    { label: 'Alasan keputusan', value: row.decidedreason },
  ]
}

/** A link to the page that shows the subject of the request with all its details. */
function SubjectLink({ row: { kind, historytipe, subject, asked } }: { row: ApprovalRow }) {
  if (kind === 'purchase.force')
    return (
      <Link to="/trxadm" search={{ trx: subject }} className={link.link}>
        Lihat transaksi {subject}
      </Link>
    )
  if (kind === 'dispute.reject')
    return (
      <Link to="/trxadm" search={{ tab: 'sengketa', sengketa: subject }} className={link.link}>
        Lihat sengketa {subject}
      </Link>
    )
  if (kind === 'statement.note')
    return (
      <Link
        to="/mutasibank"
        search={{ bankcode: asked.bankcode as BankCode, awal: String(asked.day), akhir: String(asked.day) }}
        className={link.link}
      >
        Lihat mutasi {subject}
      </Link>
    )
  if (kind === 'difference.end')
    return (
      <Link to="/rekonsiliasi" search={differenceFilters(asked)} className={link.link}>
        Lihat selisih {subject}
      </Link>
    )
  if (historytipe === null) return null
  return (
    <Link to={historytipe === 0 ? '/cashin' : '/cashout'} search={{ tiket: subject }} className={link.link}>
      Lihat tiket {subject}
    </Link>
  )
}

/** The differences of its kind and day, of the same bank if it is one of a bank. */
const differenceFilters = ({ scope, key, kind, day }: ApprovalRow['asked']) => ({
  tab: 'selisih' as const,
  kind: kind as DifferenceKind,
  awal: String(day),
  akhir: String(day),
  ...(scope === 'bank' ? { bankcode: key as BankCode } : { scope: scope as ReconciliationScope }),
})
