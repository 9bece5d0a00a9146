import type { Orderable } from '@lapak/contract/ordering/purchases'
import { ActionIcon, Button, Chip, Stack, Text } from '@mantine/core'
import { IconListSearch, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { ClosedTag, PromoTag } from '#features/catalogue/catalogue/offer-tags.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { ChoiceSkeleton } from '#features/ordering/purchases/buying/choice-skeleton.tsx'
import { optionId, type ProductPicker } from '#features/ordering/purchases/buying/use-product-picker.ts'
import { shorterName } from '#lib/short-name.ts'
import { isIncompleteMobile } from '#lib/targets.ts'
import { Card } from '#ui/card.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

const searchFrom = 7

/** The products for the target. They are selected by a press, or by keys while the focus is in the target field. */
export function ProductList({ picker, id }: { picker: ProductPicker; id: string }) {
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
            : isIncompleteMobile(target)
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

/** An element that is always rendered, so that screen readers announce changes of its text; it has no height while it is empty. */
const Hint = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" aria-live="polite" className={classes.hint}>
    {text}
  </Text>
)

/** The category filter and the search, in one row that scrolls horizontally. The search field is hidden until it is opened. */
function Tools({ picker: { products, search, setSearch, setCategory } }: { picker: ProductPicker }) {
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

interface ProductChoiceProps {
  id: string
  product: Orderable
  /** Whether Enter in the target field selects this product. */
  active: boolean
  /** Whether the arrow keys selected the product, so that it is scrolled into view. */
  pointed: boolean
  /** Whether this is the product that was last bought for this target. */
  last: boolean
  /** Whether the product cannot be selected now, because it is closed or the target is incomplete. */
  waits: boolean
  onChoose: (product: Orderable) => void
}

/** A product as one large button. A product that cannot be ordered now stays visible with the reason. */
function ProductChoice({ id, product, active, pointed, last, waits, onChoose }: ProductChoiceProps) {
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pointed) place.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const closed = product.state !== 'open'
  return (
    <Card
      ref={place}
      id={id}
      component="button"
      type="button"
      size="sm"
      look={closed ? 'off' : active ? 'chosen' : undefined}
      className={classes.choice}
      disabled={waits}
      onClick={() => onChoose(product)}
    >
      <InitialsMark name={product.brandname} size={36} />
      <span className={classes.what}>
        <span className={classes.productName}>{product.productname}</span>
        <span className={classes.quiet}>
          {product.productcode} ·{' '}
          {last
            ? 'terakhir untuk nomor ini'
            : `${product.productmemberid === undefined ? '' : 'termurah: '}${shorterName(product.sellername)}`}
        </span>
      </span>
      <span className={classes.price}>
        <OfferPrice {...product} />
        <ClosedTag state={product.state} />
        {!closed && product.promo && <PromoTag />}
      </span>
    </Card>
  )
}
