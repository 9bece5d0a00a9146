import { ActionIcon, Button, Chip, Stack, Text } from '@mantine/core'
import { IconListSearch, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { ProductChoice } from '#features/ordering/purchases/buying/buy-product-choice.tsx'
import { ChoiceSkeleton } from '#features/ordering/purchases/buying/choice-skeleton.tsx'
import { optionId, type Picker } from '#features/ordering/purchases/buying/use-picker.ts'
import { isHalfMobile } from '#lib/targets.ts'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

const searchFrom = 7

/** What the number can buy. It is chosen here, or from within the field of the number. */
export function ProductList({ picker, id }: { picker: Picker; id: string }) {
  const { products, failed, stale, active, target, missing } = picker
  if (failed) return <ErrorState title="Produk belum bisa ditampilkan" message={failed.message} onRetry={failed.retry} />
  if (!products.all) return <ChoiceSkeleton />
  if (products.all.length === 0)
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
  return (
    <Stack gap={8} data-stale={stale || undefined} className={classes.products}>
      <Tools picker={picker} />
      <Hint
        text={
          missing
            ? `${missing} tidak bisa dipesan untuk nomor ini sekarang.`
            : isHalfMobile(target)
              ? 'Lengkapi nomornya untuk memilih.'
              : ''
        }
      />
      {products.found.length === 0 && (
        <EmptyState icon={IconListSearch} title="Produk tidak ditemukan" hint="Coba kata lain atau pilih kategori lain." />
      )}
      <ul className={classes.choices} aria-label="Produk">
        {products.found.map((product) => (
          <li key={product.productcode}>
            <ProductChoice
              id={optionId(id, product.productcode)}
              product={product}
              active={product === active}
              pointed={product === active && picker.isPointed}
              last={product.productcode === picker.last}
              waits={!picker.canBeOrdered(product)}
              onChoose={picker.choose}
            />
          </li>
        ))}
      </ul>
      {picker.foldedCount > 0 && (
        <Button variant="subtle" size="sm" onClick={picker.unfold}>
          Produk untuk nomor meter atau pelanggan ({picker.foldedCount})
        </Button>
      )}
    </Stack>
  )
}

/** Always there for who listens, and without a place while it says nothing. */
const Hint = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" aria-live="polite" className={classes.hint}>
    {text}
  </Text>
)

/** One row that runs sideways; the search stays folded until it is wanted. */
function Tools({ picker: { products, search, setSearch, setCategory } }: { picker: Picker }) {
  const [searching, setSearching] = useState(false)
  const { rows = [], categories, chosen } = products
  const searches = rows.length >= searchFrom
  if (categories.length < 2 && !searches) return null
  return (
    <>
      <div className={classes.tools}>
        {categories.length > 1 && <CategoryChips categories={categories} chosen={chosen} onChoose={setCategory} />}
        {searches && (
          <ActionIcon
            variant="default"
            className={classes.searchToggle}
            aria-label="Cari produk"
            aria-expanded={searching}
            onClick={() => {
              setSearch('')
              setSearching(!searching)
            }}
          >
            <IconSearch size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {searching && <SearchField wide label="Cari nama atau kode" value={search} onSearch={setSearch} />}
    </>
  )
}

function CategoryChips({ categories, chosen, onChoose }: { categories: string[]; chosen: string; onChoose: (category: string) => void }) {
  const group = useId()
  return (
    <Chip.Group value={chosen} onChange={(value) => onChoose(String(value))}>
      <div className={classes.chips} role="radiogroup" aria-label="Kategori">
        {['', ...categories].map((name) => (
          <Chip key={name} name={group} value={name} size="sm" variant="light" classNames={{ label: classes.chip }}>
            {name || 'Semua'}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}
