import { type LineResult, type PreviewLine, type PurchaseAct, type PurchaseRow, purchasesAtOnce } from '@lapak/contract/ordering/purchases'
import { dotted } from '@lapak/contract/shared/money'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { actionTexts } from '#features/ordering/purchases/administration/act-labels.ts'
import classes from '#features/ordering/purchases/administration/bulk.module.css'
import { BulkForm } from '#features/ordering/purchases/administration/bulk-form.tsx'
import { bulkPreviewQuery } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { groupInFours } from '#lib/targets.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { Facts } from '#ui/facts.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'

interface BulkDialogProps {
  act: PurchaseAct
  rows: PurchaseRow[]
  onClose: () => void
}

/** Applies an action to many purchases with a common reason: first a preview, then the progress, then the results. */
export function BulkDialog({ act, rows, onClose }: BulkDialogProps) {
  useRestoreFocus()
  const ids = rows.slice(0, purchasesAtOnce).map(({ id }) => id)
  const { data: lines, error, refetch } = useQuery(bulkPreviewQuery(act, ids))
  const [running, setRunning] = useState(false)
  const [results, setResults] = useState<LineResult[]>()
  return (
    <Modal
      opened
      onClose={() => !running && onClose()}
      title={`${actionTexts[act].label} ${dotted(ids.length)} transaksi`}
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

interface BulkResultsProps {
  lines: PreviewLine[]
  results: LineResult[]
  onClose: () => void
}

/** The result of the action for each purchase; failed purchases come first. */
function BulkResults({ lines, results, onClose }: BulkResultsProps) {
  const close = useRef<HTMLButtonElement>(null)
  // The focused element was removed together with the form, so the close button gets the focus.
  useEffect(() => close.current?.focus(), [])
  const byId = new Map(lines.map((line) => [line.id, line]))
  const asked = results.filter(({ done, msg }) => !done && msg === waitsForSecond)
  const left = results.filter(({ done, msg }) => !done && msg !== waitsForSecond)
  const count = (some: LineResult[]) => (some.length === 0 ? null : `${dotted(some.length)} transaksi`)
  return (
    <Stack gap="md">
      <div role="status">
        <Facts
          facts={[
            { label: 'Selesai', value: count(results.filter(({ done }) => done)) ?? 'Tidak ada' },
            { label: 'Menunggu admin kedua', value: count(asked) },
            { label: 'Belum', value: count(left) },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse has to scroll it */}
      <section className={classes.lines} aria-label="Hasil" tabIndex={0}>
        <RowList>
          {[...left, ...asked, ...results.filter(({ done }) => done)].map(({ id, done, msg }) => (
            <Row key={id.toString()}>
              <Text size="sm" fw={600}>
                {groupInFours(byId.get(id)?.target ?? '')}
              </Text>
              <RowFacts>
                <span>{id.toString()}</span>
                <span>{byId.get(id)?.productname}</span>
              </RowFacts>
              <span className={done || msg === waitsForSecond ? classes.second : classes.why}>{msg}</span>
            </Row>
          ))}
        </RowList>
      </section>
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Tutup
        </Button>
      </Group>
    </Stack>
  )
}
