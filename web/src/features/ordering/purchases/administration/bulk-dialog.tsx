import { type LineResult, type PurchaseAct, type PurchaseRow, purchasesAtOnce } from '@lapak/contract/ordering/purchases'
import { dotted } from '@lapak/contract/shared/money'
import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actWords } from '#features/ordering/purchases/administration/act-labels.ts'
import { BulkForm } from '#features/ordering/purchases/administration/bulk-form.tsx'
import { BulkResults } from '#features/ordering/purchases/administration/bulk-results.tsx'
import { previewQuery } from '#features/ordering/purchases/administration/trx.api.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { ErrorState } from '#ui/states.tsx'

interface BulkDialogProps {
  act: PurchaseAct
  rows: PurchaseRow[]
  onClose: () => void
}

/** Many purchases with one reason: first what could be done with each, then how far it is, then what became of each. */
export function BulkDialog({ act, rows, onClose }: BulkDialogProps) {
  useFocusBack()
  const ids = rows.slice(0, purchasesAtOnce).map(({ id }) => id)
  const { data: lines, error, refetch } = useQuery(previewQuery(act, ids))
  const [running, setRunning] = useState(false)
  const [results, setResults] = useState<LineResult[]>()
  return (
    <Modal
      opened
      onClose={() => !running && onClose()}
      title={`${actWords[act].label} ${dotted(ids.length)} transaksi`}
      size={640}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        {rows.length > ids.length && (
          <Text size="sm">
            Paling banyak {purchasesAtOnce} sekaligus: ini {purchasesAtOnce} yang pertama dari pilihan Anda.
          </Text>
        )}
        {results && lines ? (
          <BulkResults lines={lines} results={results} onClose={onClose} />
        ) : lines ? (
          <BulkForm act={act} lines={lines} onRunning={setRunning} onDone={setResults} onClose={onClose} />
        ) : error ? (
          <ErrorState title="Pratinjau belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} />
        )}
      </Stack>
    </Modal>
  )
}
