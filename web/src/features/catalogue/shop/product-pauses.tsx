import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shopHoursQuery } from '#features/catalogue/shop/shop.api.ts'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import link from '#ui/text-link.module.css'

const dotted = (clock: string) => clock.replace(':', '.')

/** The daily cut-off times of single products while the shop is open. The cut-off of a product is stored in its row, not in the hours of the shop. */
export function ProductPauses() {
  const { data, isPending } = useQuery(shopHoursQuery)
  if (isPending) return <Skeleton height={120} radius={12} />
  if (!data) return null
  return (
    <Section
      title="Jeda harian produk"
      hint="Cut-off: di antara jam ini produknya tidak menerima pesanan, walau toko buka. Diatur per produk."
      action={
        <Link to="/penjualan" search={{ tab: 'produk' }} className={link.link}>
          Atur di Produk
        </Link>
      }
    >
      {data.jeda.length === 0 ? (
        <Text size="sm" c="dimmed">
          Tidak ada produk dengan jeda.
        </Text>
      ) : (
        <RowList>
          {data.jeda.map(({ awal, akhir, jml }) => (
            <Row key={`${awal} ${akhir}`}>
              {dotted(awal)}–{dotted(akhir)} WIB: {jml} produk
            </Row>
          ))}
        </RowList>
      )}
    </Section>
  )
}
