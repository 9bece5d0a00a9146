import type { StatementFileRead } from '@lapak/contract/funds/bank-statements'
import { dotted, senText } from '@lapak/contract/shared/money'
import { wibBare } from '@lapak/contract/shared/time-text'
import { Stack, Text } from '@mantine/core'
import classes from '#features/funds/bank-statements/statement.module.css'
import { Facts } from '#ui/facts.tsx'
import { SenMovement } from '#ui/movement.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

const day = (text: string) => text.replaceAll('-', '/')

/** What a file says, before it is stored. */
export function FilePreview({ name, read }: { name: string; read: StatementFileRead }) {
  const { format, rows, added, pending, first, last, opening, closing, sample } = read
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'File', value: `${name}, ${format}` },
          { label: 'Tanggal', value: `${day(first)} – ${day(last)}` },
          { label: 'Mutasi', value: `${dotted(rows)} (${dotted(added)} baru, ${dotted(rows - added)} sudah ada)` },
          { label: 'Belum final di bank', value: pending > 0 ? `${dotted(pending)}, tidak disimpan` : null },
          { label: 'Saldo', value: opening === null || closing === null ? null : `${senText(opening)} – ${senText(closing)}` },
        ]}
      />
      <RowList aria-label="Isi file">
        {sample.map((row) => (
          <Row key={row.line} actions={<SenMovement of={row.mutasi} />}>
            <Text size="sm" className={classes.text}>
              {row.keterangan}
            </Text>
            <RowFacts>
              <span>{wibBare(row.tanggaltran).slice(0, 10)}</span>
              <span>{row.known ? 'Sudah ada' : 'Baru'}</span>
            </RowFacts>
          </Row>
        ))}
      </RowList>
      {rows > sample.length && (
        <Text size="sm" c="dimmed">
          dan {dotted(rows - sample.length)} lainnya
        </Text>
      )}
    </Stack>
  )
}
