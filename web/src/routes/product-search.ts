/** What the address of /product says. */
export interface ProductSearch {
  brandid?: string
  productid?: string
  /** The offer that is being bought. */
  penawaran?: string
}

/** By hand, as that of /trxpembelian. */
export function productSearch(asked: Record<string, unknown>): ProductSearch {
  const id = (name: keyof ProductSearch) => (/^\d{1,15}$/.test(String(asked[name] ?? '')) ? String(asked[name]) : undefined)
  return { brandid: id('brandid'), productid: id('productid'), penawaran: id('penawaran') }
}
