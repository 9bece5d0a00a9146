import { dotted } from '@lapak/contract/shared/money'
import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { compareQuery } from '#features/catalogue/catalogue/catalogue.api.ts'
import { CompareCard } from '#features/catalogue/catalogue/compare-card.tsx'
import { CompareTable } from '#features/catalogue/catalogue/compare-table.tsx'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'
import { CardGrid } from '#ui/card-grid.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { ErrorState } from '#ui/states.tsx'

interface BrandComparedProps {
  /** Empty until the brands are known. */
  brandid: string
  sort: string
  form: 'cards' | 'table'
  actions: OfferActions
  /** To the cards of all who sell this product. */
  onAll: (productid: string) => void
  empty: ReactNode
}

/** The products of a brand, each once, with who sells it. */
export function BrandCompared({ brandid, sort, form, actions, onAll, empty }: BrandComparedProps) {
  const list = useInfiniteQuery({ ...compareQuery({ brandid, sort, form }), enabled: brandid !== '' })
  const { data, error, isPlaceholderData: stale, refetch } = list
  if (!data)
    return error ? (
      <ErrorState title="Harga belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton />
    )
  const products = data.pages.flatMap(({ content }) => content)
  if (products.length === 0) return empty
  return (
    <>
      {error && !list.isFetchNextPageError && <StaleNotice onRetry={() => void refetch()} />}
      {form === 'table' ? (
        <CompareTable products={products} label="Perbandingan harga" stale={stale} actions={actions} />
      ) : (
        <CardGrid least={320} stale={stale} aria-label="Produk">
          {products.map((product) => (
            <li key={product.id.toString()}>
              <CompareCard product={product} actions={actions} onAll={() => onAll(product.id.toString())} />
            </li>
          ))}
        </CardGrid>
      )}
      <LoadMore list={list}>
        {dotted(products.length)} dari {dotted(data.pages[0]?.totalElements ?? 0)} produk
      </LoadMore>
    </>
  )
}

function TextSkeleton() {
  return (
    <CardGrid least={320} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((bone) => (
        <Skeleton key={bone} component="li" height={300} radius={12} />
      ))}
    </CardGrid>
  )
}
