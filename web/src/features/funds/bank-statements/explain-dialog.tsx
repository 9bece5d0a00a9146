import type { Suggestion } from '@lapak/contract/funds/bank-statements'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookedQuery, useExplainStatement } from '#features/funds/bank-statements/bank-statements.api.ts'
import { explanationLabels } from '#features/funds/bank-statements/statement-labels.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { CardChoices } from '#ui/card-choices.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'
import { ErrorState } from '#ui/states.tsx'

const noted = 'noted'
const keyOf = ({ kind, id }: Suggestion) => `${kind} ${id}`

const choiceOf = (one: Suggestion) => ({
  key: keyOf(one),
  name: [`${explanationLabels[one.kind]} ${one.invoice ?? one.id}`, one.membername].filter(Boolean).join(', '),
  hint: `${one.why}, ${wib(one.at)}`,
})

const notedHint = (waits: bigint | null): string =>
  waits === null
    ? 'Dicatat saja. Tidak ada yang dibukukan untuk mutasi ini.'
    : `${rupiahText(waits)} keluar dari pembukuan dan tidak menunggu pemiliknya lagi.`

interface ExplainDialogProps {
  statement: bigint
  named: string
  /** The amount of this row that is in suspense; null if there is none. Explaining the row takes the amount out of suspense. */
  waits: bigint | null
  onClose: () => void
}

/** Explains a row of a bank statement: the row belongs to an existing booking, or it does not concern the platform. */
export function ExplainDialog({ statement, named, waits, onClose }: ExplainDialogProps) {
  useRestoreFocus()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(bookedQuery(statement))
  const explaining = useExplainStatement(statement)
  const booked = data?.find((one) => keyOf(one) === chosen)
  return (
    <Modal opened onClose={onClose} title="Jelaskan" size={520} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">{named}</Text>
        {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton height={96} />}
        {data && (
          <CardChoices
            name="choice"
            legend="Mutasi ini adalah"
            choices={[...data.map(choiceOf), { key: noted, name: 'Bukan urusan Lapak', hint: notedHint(waits) }]}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
        {booked && waits !== null && (
          <Text size="sm">{rupiahText(waits)} yang menunggu pemiliknya keluar dari pembukuan, karena sudah dihitung di sini.</Text>
        )}
        <ReasonForm
          withoutAutoFocus
          submitLabel="Jelaskan"
          // The selected booking may have been explained by another administrator in the meantime; then the list no longer contains it.
          canSubmit={booked !== undefined || chosen === noted}
          send={(reason) =>
            explaining.mutateAsync(booked ? { kind: booked.kind, reference: Number(booked.id), reason } : { kind: noted, reason })
          }
          onClose={onClose}
        />
      </Stack>
    </Modal>
  )
}
