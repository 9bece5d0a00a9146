import { rupiahText } from '@lapak/contract/shared/money'
import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  newestSpecialPricesQuery,
  type SpecialPrice,
  useRemoveSpecialPrice,
} from '#features/catalogue/special-prices/special-prices.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { NewestList } from '#ui/newest-list.tsx'
import { Row, RowFacts } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import link from '#ui/text-link.module.css'

/** The newest special prices, each with a button to end it. */
export function NewestSpecialPrices() {
  const newest = useQuery(newestSpecialPricesQuery)
  return (
    <Section title="Harga khusus" hint="Harga yang Anda berikan kepada satu pembeli, yang terbaru lebih dahulu.">
      <NewestList
        newest={newest}
        entry={(price) => <PriceLine price={price} />}
        empty="Tidak ada harga khusus."
        all={(total) => (
          <Link to="/penjualan" search={{ tab: 'hargakhusus' }} className={link.link}>
            Lihat semua {total} harga khusus
          </Link>
        )}
      />
    </Section>
  )
}

function PriceLine({ price: { id, member, product, hargajual } }: { price: SpecialPrice }) {
  const remove = useRemoveSpecialPrice()
  const what = `harga khusus ${product.productcode} untuk ${member.membername}`
  const confirmRemove = () => openConfirmation({ question: `Hapus ${what}?`, danger: true, onYes: () => remove.mutate(id) })
  return (
    <Row
      actions={
        <ActionIcon color="red" aria-label={`Hapus ${what}`} loading={remove.isPending} onClick={confirmRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      }
    >
      <Text fw={600}>{product.productname}</Text>
      <RowFacts>
        <span>{member.membername}</span>
        <span>
          {rupiahText(hargajual)}, harga jual {rupiahText(product.sellprice)}
        </span>
      </RowFacts>
    </Row>
  )
}
