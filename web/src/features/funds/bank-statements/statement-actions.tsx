import type { Statement } from '@lapak/contract/funds/bank-statements'
import { bankNames } from '@lapak/contract/shared/banks'
import { senText } from '@lapak/contract/shared/money'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { AssignDialog } from '#features/funds/bank-statements/assign-dialog.tsx'
import { DecideByReason } from '#features/funds/bank-statements/decide-by-reason.tsx'
import { ExplainDialog } from '#features/funds/bank-statements/explain-dialog.tsx'

/** What can be done with a row: its money gets an owner, it is told what it was, or that is taken back. */
export function StatementActions({ row }: { row: Statement }) {
  const [open, setOpen] = useState<'assign' | 'explain' | 'reopen'>()
  const close = () => setOpen(undefined)
  const named = `${bankNames[row.bankcode]} ${senText(row.mutasi)}, ${row.keterangan}`
  const waits = row.status === 'new' || row.status === 'unmatched'
  return (
    <Group gap="xs">
      {row.unmatched !== null && (
        <Button size="sm" onClick={() => setOpen('assign')}>
          Jodohkan
        </Button>
      )}
      {waits && (
        <Button size="sm" variant="default" onClick={() => setOpen('explain')}>
          Jelaskan
        </Button>
      )}
      {mayBeOpened(row) && (
        <Button size="sm" variant="default" onClick={() => setOpen('reopen')}>
          Buka lagi
        </Button>
      )}
      {open === 'assign' && row.unmatched !== null && <AssignDialog id={row.unmatched} named={named} onClose={close} />}
      {open === 'explain' && (
        <ExplainDialog statement={row.id} named={named} waits={row.unmatched === null ? null : rupiahOf(row.mutasi)} onClose={close} />
      )}
      {open === 'reopen' && <DecideByReason call="reopen" id={row.id} named={named} onClose={close} />}
    </Group>
  )
}

/** Money that waits has no sen. */
const rupiahOf = (sen: bigint) => sen / 100n

/** What paid a ticket is taken back with the ticket; the server knows the rest. */
const mayBeOpened = ({ status, explainedby }: Statement): boolean =>
  status !== 'new' && status !== 'unmatched' && (status !== 'deposit' || explainedby !== null)
