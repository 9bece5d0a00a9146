import type { Orderable } from '@lapak/contract/purchases'
import { Button, Chip, Group, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from '#features/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/purchases/buying/buy-flow.ts'
import { ProductChoice } from '#features/purchases/buying/buy-product-choice.tsx'
import { RecentTargets } from '#features/purchases/buying/buy-recent-targets.tsx'
import { TargetField, targetMin } from '#features/purchases/buying/buy-target-field.tsx'
import { orderableQuery } from '#features/purchases/purchases.api.ts'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

const searchFrom = 7

/** Number first; what it can buy appears below. */
export function ChooseStep({ flow }: { flow: BuyFlow }) {
  const [target] = useDebouncedValue(flow.target, 250)
  const long = flow.target.length >= targetMin && target.length >= targetMin
  const offer = useQuery({ ...orderableQuery(target), enabled: long })
  const operator = long ? offer.data?.operator : null

  return (
    <Stack gap="md">
      <TargetField flow={flow} operator={operator?.name} />
      {!long ? (
        <RecentTargets hint="Ketik nomor tujuan untuk melihat produk yang bisa dibeli." onChoose={flow.type} />
      ) : offer.error && !offer.data ? (
        <ErrorState title="Produk belum bisa ditampilkan" message={offer.error.message} onRetry={() => void offer.refetch()} />
      ) : (
        <Products products={offer.data && likelyFirst(offer.data.products)} stale={offer.isPlaceholderData} onChoose={flow.choose} />
      )}
    </Stack>
  )
}

/** What only this operator's numbers can get is what was most likely asked for; among equals the server's order holds. */
function likelyFirst(products: Orderable[]): Orderable[] {
  return products.toSorted((one, other) => Number(other.operator !== null) - Number(one.operator !== null))
}

function Products({
  products,
  stale,
  onChoose,
}: {
  products: Orderable[] | undefined
  stale: boolean
  onChoose: (product: Orderable) => void
}) {
  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  if (!products) return <ChoiceBones />
  if (products.length === 0)
    return (
      <EmptyState
        icon={IconListSearch}
        title="Tidak ada produk untuk nomor ini"
        hint="Periksa nomornya, atau tambahkan produk suplier ke daftar Anda."
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/product" {...props} />}>
            Cari produk
          </Button>
        }
      />
    )

  const categories = [...new Set(products.map(({ categoryname }) => categoryname))]
  const chosen = categories.includes(category) ? category : ''
  const found = products.filter((product) => (!chosen || product.categoryname === chosen) && matches(product, search))
  return (
    <Stack gap="sm" data-stale={stale || undefined} className={classes.products}>
      {categories.length > 1 && <CategoryChips categories={categories} chosen={chosen} onChoose={setCategory} />}
      {products.length >= searchFrom && <SearchField wide label="Cari produk" value={search} onSearch={setSearch} />}
      {found.length === 0 && (
        <EmptyState icon={IconListSearch} title="Produk tidak ditemukan" hint="Coba kata lain atau pilih kategori lain." />
      )}
      <ul className={classes.choices} aria-label="Produk">
        {found.map((product) => (
          <li key={product.productcode}>
            <ProductChoice product={product} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function matches({ productname, productcode, brandname }: Orderable, search: string): boolean {
  return `${productname} ${productcode} ${brandname}`.toLowerCase().includes(search.toLowerCase())
}

function CategoryChips({ categories, chosen, onChoose }: { categories: string[]; chosen: string; onChoose: (category: string) => void }) {
  return (
    <Chip.Group value={chosen} onChange={(value) => onChoose(String(value))}>
      <Group gap={8} role="radiogroup" aria-label="Kategori">
        {['', ...categories].map((name) => (
          <Chip key={name} name="kategori" value={name} size="sm" variant="light" classNames={{ label: classes.chip }}>
            {name || 'Semua'}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function ChoiceBones() {
  return (
    <Stack gap={8} aria-busy>
      {['a', 'b', 'c', 'd'].map((bone) => (
        <Skeleton key={bone} height={68} radius={12} />
      ))}
    </Stack>
  )
}
