import { dotted } from '@lapak/contract/shared/money'
import { Button, Chip, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPackageOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import { filterProductGroups, type ProductGroups, productCountOf } from '#features/selling/sellers/product-groups.ts'
import classes from '#features/selling/sellers/product-list.module.css'
import { type ProductActions, ProductButtons, ProductPrice, ProductState } from '#features/selling/sellers/product-parts.tsx'
import { Card } from '#ui/card.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { usePageRows } from '#ui/virtual-rows.ts'

interface Narrowing {
  cari?: string | undefined
  kategori?: string | undefined
}

interface ProductListProps {
  groups: ProductGroups
  narrowing: Narrowing
  onNarrow: (change: Narrowing) => void
  /** Undefined if the shop is the reader's own, because members cannot buy from themselves. */
  actionsOf: ((brandname: string) => ProductActions) | undefined
  /** Shown next to the number of products. */
  addAll?: ReactNode
}

/** Up to this number of search results, all brands are expanded; above it, only the first brand is expanded. */
const openUpTo = 60
/** For brands with more rows than this, only rows near the viewport are rendered, so that large shops work on phones. */
const fewRows = 20

/** All products of a seller, grouped by category and brand. */
export function ProductList({ groups, narrowing, onNarrow, actionsOf, addAll }: ProductListProps) {
  const shown = filterProductGroups(groups, narrowing)
  const count = productCountOf(shown)
  const lookedFor = narrowing.cari !== undefined || narrowing.kategori !== undefined
  const openAtFirst = (brand: Brand) => (lookedFor && count <= openUpTo) || brand === shown[0]?.brands[0]
  if (groups.length === 0)
    return <EmptyState icon={IconPackageOff} title="Belum ada produk" hint="Suplier ini belum menjual produk apa pun." />
  return (
    <>
      <Tools groups={groups} narrowing={narrowing} onNarrow={onNarrow} />
      <div className={classes.count}>
        <Text size="sm" c="dimmed" role="status">
          {dotted(count)} produk
        </Text>
        {addAll}
      </div>
      {count === 0 ? (
        <EmptyState
          icon={IconPackageOff}
          title="Tidak ada yang cocok"
          hint="Coba nama produk atau kode lain."
          action={
            <Button variant="default" onClick={() => onNarrow({ cari: undefined, kategori: undefined })}>
              Tampilkan semua produk
            </Button>
          }
        />
      ) : (
        shown.map((category) => (
          <Category
            // The key collapses brands that were expanded by hand when the search or the filter changes.
            key={`${category.categoryname} ${narrowing.cari ?? ''} ${narrowing.kategori ?? ''}`}
            category={category}
            openAtFirst={openAtFirst}
            actionsOf={actionsOf}
          />
        ))
      )}
    </>
  )
}

function Tools({ groups, narrowing, onNarrow }: Omit<ProductListProps, 'actionsOf' | 'addAll'>) {
  return (
    <div className={classes.tools}>
      <SearchField
        label="Cari nama atau kode produk"
        value={narrowing.cari ?? ''}
        onSearch={(text) => onNarrow({ ...narrowing, cari: text || undefined })}
      />
      {groups.length > 1 && (
        <Chip.Group value={narrowing.kategori ?? ''} onChange={(name) => onNarrow({ ...narrowing, kategori: name || undefined })}>
          <fieldset className={classes.chips} aria-label="Kategori">
            {['', ...groups.map(({ categoryname }) => categoryname)].map((name) => (
              <Chip key={name} value={name} size="sm" variant="light" classNames={{ label: classes.chip }}>
                {name || 'Semua'}
              </Chip>
            ))}
          </fieldset>
        </Chip.Group>
      )}
    </div>
  )
}

type CategoryGroup = ProductGroups[number]
type Brand = CategoryGroup['brands'][number]

interface CategoryProps extends Pick<ProductListProps, 'actionsOf'> {
  category: CategoryGroup
  openAtFirst: (brand: Brand) => boolean
}

function Category({ category: { categoryname, brands }, openAtFirst, actionsOf }: CategoryProps) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const isOpen = (brand: Brand) => openAtFirst(brand) !== toggled.has(brand.brandname)
  const toggle = ({ brandname }: Brand) =>
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(brandname)) after.add(brandname)
      return after
    })
  const head = (brand: Brand) => <BrandHead brand={brand} open={isOpen(brand)} onToggle={() => toggle(brand)} />
  const shared = { brands, isOpen, head, actionsOf }
  return (
    <section className={classes.category} aria-label={categoryname}>
      <Title order={2} className={classes.categoryName}>
        {categoryname}
      </Title>
      {phone ? <Cards {...shared} /> : <Rows {...shared} label={categoryname} />}
    </section>
  )
}

function BrandHead({ brand: { brandname, brandlogo, products }, open, onToggle }: { brand: Brand; open: boolean; onToggle: () => void }) {
  return (
    <button type="button" className={classes.brand} aria-expanded={open} onClick={onToggle}>
      <BrandMark name={brandname} logo={brandlogo} size={28} />
      <strong>{brandname}</strong>
      <span className={classes.brandCount}>{dotted(products.length)} produk</span>
    </button>
  )
}

interface BrandsProps extends Pick<ProductListProps, 'actionsOf'> {
  brands: Brand[]
  isOpen: (brand: Brand) => boolean
  head: (brand: Brand) => ReactNode
}

function Rows({ brands, isOpen, head, actionsOf, label }: BrandsProps & { label: string }) {
  return (
    <Card size="none" className={classes.frame}>
      <Table className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Nama Produk</Table.Th>
            <Table.Th>Kode</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th data-numeric>Harga</Table.Th>
            {actionsOf && <Table.Th>Aksi</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        {brands.map((brand) => (
          <Table.Tbody key={brand.brandname}>
            <Table.Tr>
              <Table.Th colSpan={actionsOf ? 5 : 4} scope="rowgroup" className={classes.brandRow}>
                {head(brand)}
              </Table.Th>
            </Table.Tr>
            {isOpen(brand) && <BrandRows brand={brand} actionsOf={actionsOf} />}
          </Table.Tbody>
        ))}
      </Table>
    </Card>
  )
}

type BrandProps = Pick<BrandsProps, 'actionsOf'> & { brand: Brand }

function BrandRows({ brand: { brandname, products }, actionsOf }: BrandProps) {
  const { list, places, before, behind, measure } = usePageRows<HTMLTableRowElement>({ count: products.length, height: 49, few: fewRows })
  return (
    <>
      <tr ref={list} aria-hidden style={{ height: before }} />
      {places.map((place) => {
        const product = products[place]
        if (!product) return null
        return (
          <Table.Tr key={product.id.toString()} ref={measure} data-index={place}>
            <Table.Td className={classes.name}>{product.productname}</Table.Td>
            <Table.Td className={classes.code}>{product.productcode}</Table.Td>
            <Table.Td>
              <ProductState product={product} />
            </Table.Td>
            <Table.Td data-numeric>
              <ProductPrice product={product} />
            </Table.Td>
            {actionsOf && (
              <Table.Td>
                <ProductButtons product={product} actions={actionsOf(brandname)} />
              </Table.Td>
            )}
          </Table.Tr>
        )
      })}
      <tr aria-hidden style={{ height: behind }} />
    </>
  )
}

function Cards({ brands, isOpen, head, actionsOf }: BrandsProps) {
  return brands.map((brand) => (
    <div key={brand.brandname} className={classes.brandCards}>
      <h3 className={classes.brandTitle}>{head(brand)}</h3>
      {isOpen(brand) && <BrandCards brand={brand} actionsOf={actionsOf} />}
    </div>
  ))
}

function BrandCards({ brand: { brandname, products }, actionsOf }: BrandProps) {
  const { list, places, before, behind, measure } = usePageRows<HTMLLIElement>({
    count: products.length,
    height: 124,
    gap: 8,
    few: fewRows,
  })
  return (
    <ul ref={list} className={classes.cards} style={{ paddingTop: before, paddingBottom: behind }}>
      {places.map((place) => {
        const product = products[place]
        if (!product) return null
        return (
          <Card component="li" size="sm" key={product.id.toString()} ref={measure} data-index={place} className={classes.card}>
            <div className={classes.line}>
              <span className={classes.name}>{product.productname}</span>
              <ProductPrice product={product} />
            </div>
            <div className={classes.line}>
              <span className={classes.code}>{product.productcode}</span>
              <ProductState product={product} />
            </div>
            {actionsOf && <ProductButtons product={product} actions={actionsOf(brandname)} />}
          </Card>
        )
      })}
    </ul>
  )
}
