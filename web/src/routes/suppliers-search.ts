import type { SellerSort } from '#features/sellers/seller-sorts.ts'

/** What the address of /supplier says. */
export interface SuppliersSearch {
  tab?: 'saya'
  sort?: SellerSort
}

const sorts = /^(rating,DESC|successrate,DESC|mediandetik,ASC|sellername,ASC)$/

/** A wrong part counts as absent: an old link still opens the page. */
export const suppliersSearch = (asked: Record<string, unknown>): SuppliersSearch => ({
  tab: asked.tab === 'saya' ? 'saya' : undefined,
  sort: sorts.test(String(asked.sort ?? '')) ? (String(asked.sort) as SellerSort) : undefined,
})

/** What the address of /supplier/{id} says. */
export interface SupplierSearch {
  tab?: 'ulasan'
  /** What the products on the page are narrowed to. */
  cari?: string
  kategori?: string
  /** The product that is being bought. */
  penawaran?: string
  /** Whether a review is being written. */
  tulis?: '1'
}

export const supplierSearch = (asked: Record<string, unknown>): SupplierSearch => {
  const text = (name: 'cari' | 'kategori') => String(asked[name] ?? '').slice(0, 100) || undefined
  return {
    tab: asked.tab === 'ulasan' ? 'ulasan' : undefined,
    cari: text('cari'),
    kategori: text('kategori'),
    penawaran: /^\d{1,15}$/.test(String(asked.penawaran ?? '')) ? String(asked.penawaran) : undefined,
    tulis: String(asked.tulis ?? '') === '1' ? '1' : undefined,
  }
}
