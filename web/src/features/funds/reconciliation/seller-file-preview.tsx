import { differenceKinds, type SellerFileRead } from '@lapak/contract/funds/reconciliation'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Stack, Text } from '@mantine/core'
import { Sen } from '#features/funds/reconciliation/sen.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

/** A seller's list of a day beside our sales. */
export function SellerFilePreview({ read }: { read: SellerFileRead }) {
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Menurut suplier', value: <Sums count={read.transaksisuplier} of={read.terjualsuplier} /> },
          { label: 'Menurut Lapak', value: <Sums count={read.transaksi} of={read.terjual} /> },
          { label: 'Selisih', value: dotted(read.differences) },
        ]}
      />
      {read.wrong > 0 && (
        <Alert color="red" title={`${dotted(read.wrong)} baris tidak terbaca`}>
          {read.errors.map(({ line, text }) => (
            <Text key={line} size="sm">
              Baris {line}: {text}
            </Text>
          ))}
        </Alert>
      )}
      <RowList aria-label="Selisih dalam file">
        {read.sample.map(({ kind, reference, ours, theirs, keterangan }) => (
          <Row key={`${kind} ${reference}`}>
            <Text size="sm" fw={600}>
              {reference}: {differenceKinds[kind]}
            </Text>
            <RowFacts>
              <span>
                Lapak <Sen of={ours} />
              </span>
              <span>
                Suplier <Sen of={theirs} />
              </span>
              <span>{keterangan}</span>
            </RowFacts>
          </Row>
        ))}
      </RowList>
      {read.differences > read.sample.length && (
        <Text size="sm" c="dimmed">
          dan {dotted(read.differences - read.sample.length)} lainnya
        </Text>
      )}
    </Stack>
  )
}

const Sums = ({ count, of }: { count: number; of: bigint }) => (
  <>
    {dotted(count)} transaksi, <Rupiah of={of} />
  </>
)
