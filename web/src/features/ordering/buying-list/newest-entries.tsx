import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import { rupiahText } from '@lapak/contract/shared/money'
import type { Routing } from '@lapak/contract/shared/routing'
import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { newestEntriesQuery, useRemoveMapping } from '#features/ordering/buying-list/buying-list.api.ts'
import { routingLabels } from '#features/ordering/buying-list/routing-labels.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The newest entries of the buying list, each with a button to remove it, and the order in which the sellers are tried. */
export function NewestEntries({ routing }: { routing: Routing | undefined }) {
  const { data, error, refetch } = useQuery(newestEntriesQuery)
  const more = data ? data.totalElements - data.content.length : 0
  return (
    <Section title="Daftar produk" hint="Produk Anda dan supliernya, yang terbaru ditambahkan lebih dahulu.">
      {routing && <Text size="sm">Urutan suplier: {routingLabels[routing]}</Text>}
      {data ? (
        data.content.length > 0 ? (
          <RowList>
            {data.content.map((row) => (
              <Entry key={row.id.toString()} row={row} />
            ))}
          </RowList>
        ) : (
          <Text size="sm" c="dimmed">
            Daftar produk kosong.
          </Text>
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={68} />
      )}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {more} produk yang lebih lama tidak ditampilkan.
        </Text>
      )}
    </Section>
  )
}

function Entry({ row: { id, productname, productcode, sellername, price, prioritas } }: { row: MappingRow }) {
  const remove = useRemoveMapping()
  const what = `${productcode} dari ${sellername}`
  const askRemove = () => openConfirmation({ question: `Hapus ${what} dari daftar Anda?`, danger: true, onYes: () => remove.mutate(id) })
  return (
    <Row
      actions={
        <ActionIcon color="red" aria-label={`Hapus ${what}`} loading={remove.isPending} onClick={askRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      }
    >
      <Text fw={600}>{productname}</Text>
      <RowFacts>
        <span>{sellername}</span>
        <span>
          {rupiahText(price)}, prioritas {prioritas}
        </span>
      </RowFacts>
    </Row>
  )
}
