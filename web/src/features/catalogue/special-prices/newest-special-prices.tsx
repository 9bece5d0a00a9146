import { rupiahText } from '@lapak/contract/shared/money'
import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  newestSpecialPricesQuery,
  type SpecialPrice,
  useRemoveSpecialPrice,
} from '#features/catalogue/special-prices/special-prices.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The newest special prices, each with a button to end it. */
export function NewestSpecialPrices() {
  const { data, error, refetch } = useQuery(newestSpecialPricesQuery)
  const more = data ? data.totalElements - data.content.length : 0
  return (
    <Section title="Harga khusus" hint="Harga yang Anda berikan kepada satu pembeli, yang terbaru lebih dahulu.">
      {data ? (
        data.content.length > 0 ? (
          <RowList>
            {data.content.map((price) => (
              <PriceLine key={price.id.toString()} price={price} />
            ))}
          </RowList>
        ) : (
          <Text size="sm" c="dimmed">
            Tidak ada harga khusus.
          </Text>
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={68} />
      )}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {more} harga khusus yang lebih lama tidak ditampilkan.
        </Text>
      )}
    </Section>
  )
}

function PriceLine({ price: { id, member, product, hargajual } }: { price: SpecialPrice }) {
  const remove = useRemoveSpecialPrice()
  const what = `harga khusus ${product.productcode} untuk ${member.membername}`
  const askRemove = () => openConfirmation({ question: `Hapus ${what}?`, danger: true, onYes: () => remove.mutate(id) })
  return (
    <Row
      actions={
        <ActionIcon color="red" aria-label={`Hapus ${what}`} loading={remove.isPending} onClick={askRemove}>
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
