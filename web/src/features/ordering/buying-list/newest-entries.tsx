import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import { rupiahText } from '@lapak/contract/shared/money'
import type { Routing } from '@lapak/contract/shared/routing'
import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newestEntriesQuery, useRemoveMapping } from '#features/ordering/buying-list/buying-list.api.ts'
import { routingLabels } from '#features/ordering/buying-list/routing-labels.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { NewestList } from '#ui/newest-list.tsx'
import { Row, RowFacts } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import link from '#ui/text-link.module.css'

/** The newest entries of the buying list, each with a button to remove it, and the order in which the sellers are tried. */
export function NewestEntries({ routing }: { routing: Routing | undefined }) {
  const newest = useQuery(newestEntriesQuery)
  return (
    <Section title="Daftar produk" hint="Produk Anda dan supliernya, yang terbaru ditambahkan lebih dahulu.">
      {routing && <Text size="sm">Urutan suplier: {routingLabels[routing]}</Text>}
      <NewestList
        newest={newest}
        entry={(row) => <Entry row={row} />}
        empty="Daftar produk kosong."
        all={(total) => (
          <Link to="/trxpembelian" search={{ tab: 'produk' }} className={link.link}>
            Lihat semua {total} produk
          </Link>
        )}
      />
    </Section>
  )
}

function Entry({ row: { id, productname, productcode, sellername, price, prioritas } }: { row: MappingRow }) {
  const remove = useRemoveMapping()
  const what = `${productcode} dari ${sellername}`
  const confirmRemove = () =>
    openConfirmation({ question: `Hapus ${what} dari daftar Anda?`, danger: true, onYes: () => remove.mutate(id) })
  return (
    <Row
      actions={
        <ActionIcon color="red" aria-label={`Hapus ${what}`} loading={remove.isPending} onClick={confirmRemove}>
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
