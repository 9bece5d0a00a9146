import type { LineResult, PreviewLine } from '@lapak/contract/ordering/purchases'
import { dotted } from '@lapak/contract/shared/money'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from '#features/ordering/purchases/administration/bulk.module.css'
import { inFours } from '#lib/targets.ts'
import { Facts } from '#ui/facts.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

interface BulkResultsProps {
  lines: PreviewLine[]
  results: LineResult[]
  onClose: () => void
}

/** What became of each; what was not done comes first. */
export function BulkResults({ lines, results, onClose }: BulkResultsProps) {
  const close = useRef<HTMLButtonElement>(null)
  // What had the focus went with the form.
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
                {inFours(byId.get(id)?.target ?? '')}
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
