import type { WaitingMoneyRow } from '@lapak/contract/funds/bank-statements'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { AssignDialog } from '#features/funds/bank-statements/assign-dialog.tsx'
import { DecideByReason } from '#features/funds/bank-statements/decide-by-reason.tsx'
import { ExplainDialog } from '#features/funds/bank-statements/explain-dialog.tsx'

interface WaitingActionsProps {
  row: WaitingMoneyRow
  named: string
}

/** What can be done with money that waits, and with what was explained. */
export function WaitingActions(props: WaitingActionsProps) {
  if (props.row.status === 'waiting') return <WhileItWaits {...props} />
  return props.row.status === 'explained' ? <OnceExplained {...props} /> : null
}

function WhileItWaits({ row, named }: WaitingActionsProps) {
  const [open, setOpen] = useState<'assign' | 'explain'>()
  const close = () => setOpen(undefined)
  return (
    <Group gap="xs">
      {row.askedby === null && (
        <Button size="sm" onClick={() => setOpen('assign')}>
          Jodohkan
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => setOpen('explain')}>
        Jelaskan
      </Button>
      {open === 'assign' && <AssignDialog id={row.id} named={named} onClose={close} />}
      {open === 'explain' &&
        (row.statement === null ? (
          <DecideByReason call="release" id={row.id} named={named} onClose={close} />
        ) : (
          <ExplainDialog statement={row.statement} named={named} waits={row.nominal} onClose={close} />
        ))}
    </Group>
  )
}

function OnceExplained({ row, named }: WaitingActionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Group gap="xs">
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Buka lagi
      </Button>
      {open && <DecideByReason call="waitAgain" id={row.id} named={named} onClose={() => setOpen(false)} />}
    </Group>
  )
}
