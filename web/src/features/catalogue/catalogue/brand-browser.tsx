import { Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import classes from '#features/catalogue/catalogue/brand-browser.module.css'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import type { Categories } from '#features/catalogue/catalogue/catalogue.api.ts'
import { CategoryTree } from '#features/catalogue/catalogue/category-tree.tsx'
import { Card } from '#ui/card.tsx'
import { Drawer } from '#ui/lazy.tsx'

interface BrandBrowserProps {
  categories: Categories | undefined
  brand: Categories[number]['brands'][number] | undefined
}

/** Selects a brand: wide screens show the brands as a list next to the prices, narrow screens behind a button above the prices. */
export function BrandBrowser({ categories, brand }: BrandBrowserProps) {
  const [opened, { open, close }] = useDisclosure()
  if (!categories) return <BrowserSkeleton />
  const category = categories.find(({ brands }) => brands.some(({ id }) => id === brand?.id))
  return (
    <>
      <Card component="nav" p={8} className={classes.side} aria-label="Kategori produk">
        <CategoryTree categories={categories} brandid={brand?.id} />
      </Card>
      <Card component="button" type="button" size="sm" className={classes.button} aria-haspopup="dialog" onClick={open}>
        {brand && <BrandMark name={brand.brandname} logo={brand.brandlogo} size={36} />}
        <span className={classes.words}>
          <span className={classes.brand}>{brand?.brandname ?? 'Pilih brand'}</span>
          <span className={classes.category}>{category?.name ?? 'Kategori dan brand'}</span>
        </span>
        <IconChevronDown size={20} aria-hidden />
      </Card>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="80%"
        title="Pilih brand"
        classNames={{ content: classes.sheet }}
        transitionProps={{ duration: 150 }}
      >
        <CategoryTree categories={categories} brandid={brand?.id} onChosen={close} />
      </Drawer>
    </>
  )
}

function BrowserSkeleton() {
  return (
    <>
      <Card p={8} className={classes.side} aria-busy>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((bone) => (
          <Skeleton key={bone} height={20} m={12} width="70%" />
        ))}
      </Card>
      <Skeleton height={60} radius={12} className={classes.buttonBone} />
    </>
  )
}
