import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { favouritesQuery, findFavourites } from '#features/market-data/favourites/favourites.api.ts'
import { groupInFours } from '#lib/targets.ts'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'
import { Card } from '#ui/card.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

const most = 8

/** The favourites that match the search by name or number; renders nothing if there are no matches. */
export function MatchingFavourites({ cari }: { cari: string }) {
  const { data } = useQuery(favouritesQuery)
  const buy = useOpenPurchaseDialog()
  const found = findFavourites(data ?? [], cari).slice(0, most)
  if (found.length === 0) return null
  return (
    <Card component="section" aria-label="Favorit yang ditemukan">
      <RowList>
        {found.map(({ id, name, target, productcode, productname }) => (
          <Row
            key={id}
            actions={
              <Button aria-label={`Beli untuk ${name}`} onClick={() => buy(productcode === null ? { target } : { target, productcode })}>
                Beli
              </Button>
            }
          >
            {name}
            <RowFacts>
              {groupInFours(target)}
              {productname && ` · ${productname}`}
            </RowFacts>
          </Row>
        ))}
      </RowList>
    </Card>
  )
}
