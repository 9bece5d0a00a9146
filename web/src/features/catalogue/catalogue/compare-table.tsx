import type { ComparedProduct } from '@lapak/contract/catalogue/catalogue'
import classes from '#features/catalogue/catalogue/compare-table.module.css'
import { OfferButtons } from '#features/catalogue/catalogue/offer-buttons.tsx'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { ClosedTag } from '#features/catalogue/catalogue/offer-tags.tsx'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'
import { shorterName } from '#lib/short-name.ts'
import { Card } from '#ui/card.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Table } from '#ui/table.tsx'

/** The titles of the price columns. */
const places = ['Termurah', 'Kedua', 'Ketiga']

interface CompareTableProps {
  products: ComparedProduct[]
  label: string
  stale: boolean
  actions: OfferActions
}

/** The whole brand as a table: each product's cheapest prices next to the price of the current route in the buyer's list. */
export function CompareTable({ products, label, stale, actions }: CompareTableProps) {
  return (
    <Card size="none" className={classes.frame}>
      <Table className={classes.table} aria-label={label} data-stale={stale || undefined}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.product}>Produk</Table.Th>
            <Table.Th data-numeric>Rute Anda</Table.Th>
            {places.map((place) => (
              <Table.Th key={place} data-numeric>
                {place}
              </Table.Th>
            ))}
            <Table.Th data-numeric>Hemat</Table.Th>
            <Table.Th className={classes.actions}>Yang termurah</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <ProductRow key={product.id.toString()} product={product} actions={actions} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function ProductRow({
  product: { productname, productcode, rute, hemat, prices },
  actions,
}: {
  product: ComparedProduct
  actions: OfferActions
}) {
  const [cheapest] = prices
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.product}>
        {productname}
        <span className={classes.code}>{productcode.toUpperCase()}</span>
      </Table.Th>
      <Table.Td data-numeric>
        {rute ? (
          <>
            <Rupiah of={rute.price} />
            <span className={classes.seller}>{shorterName(rute.sellername)}</span>
          </>
        ) : (
          <span className={classes.seller}>Tidak ada rute</span>
        )}
      </Table.Td>
      {places.map((place, at) => {
        const offer = prices[at]
        return (
          <Table.Td key={place} data-numeric data-off={(offer && offer.state !== 'open') || undefined}>
            {offer && (
              <>
                <OfferPrice {...offer} />
                <span className={classes.seller}>
                  {shorterName(offer.sellername)} <ClosedTag state={offer.state} />
                </span>
              </>
            )}
          </Table.Td>
        )
      })}
      <Table.Td data-numeric className={classes.saving}>
        {hemat > 0n && <Rupiah of={hemat} />}
      </Table.Td>
      <Table.Td>{cheapest && <OfferButtons offer={cheapest} actions={actions} />}</Table.Td>
    </Table.Tr>
  )
}
