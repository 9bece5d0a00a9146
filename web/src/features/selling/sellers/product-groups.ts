import type { SellerPage, sellerProduct } from '@lapak/contract/selling/sellers'
import type { z } from 'zod'

export type SellerProduct = z.output<typeof sellerProduct>
export type ProductGroups = SellerPage['productlist']

/**
 * The product groups without products that do not match: each search word must occur in the name, the code, the brand or the category. Empty groups
 * are dropped.
 */
export function filterProductGroups(groups: ProductGroups, { cari = '', kategori }: { cari?: string; kategori?: string }): ProductGroups {
  const words = cari.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (...texts: string[]) => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .filter(({ categoryname }) => kategori === undefined || categoryname === kategori)
    .map((category) => ({
      ...category,
      brands: category.brands
        .map((brand) => ({
          ...brand,
          products: brand.products.filter(({ productname, productcode }) =>
            fits(productname, productcode, brand.brandname, category.categoryname),
          ),
        }))
        .filter(({ products }) => products.length > 0),
    }))
    .filter(({ brands }) => brands.length > 0)
}

export const productCountOf = (groups: ProductGroups): number =>
  groups.reduce((sum, { brands }) => sum + brands.reduce((part, { products }) => part + products.length, 0), 0)
