/** What the address of /trxpembelian says. */
export interface PurchasesSearch {
  tab?: 'pembelian' | 'produk'
  /** What the tab of products shows instead of the list. */
  lihat?: 'perubahan'
  page?: number
  size?: number
  sort?: string
  search?: string
  categoryid?: string
  brandid?: string
  sellerid?: string
  statustrx?: '0' | '1' | '2'
  awal?: string
  akhir?: string
  /** The purchase whose details are open. */
  trx?: string
  /** The product whose route is open. */
  rute?: string
  /** Whether the purchase dialog is open. */
  beli?: '1'
  /** The seller's product that is being bought from the list. */
  penawaran?: string
}

const shapes: Record<Exclude<keyof PurchasesSearch, 'page' | 'size'>, RegExp> = {
  tab: /^(pembelian|produk)$/,
  lihat: /^perubahan$/,
  sort: /^[a-z]+,(ASC|DESC)$/,
  search: /^.{1,100}$/,
  categoryid: /^\d{1,15}$/,
  brandid: /^\d{1,15}$/,
  sellerid: /^\d{1,15}$/,
  statustrx: /^[012]$/,
  awal: /^\d{4}-\d{2}-\d{2}$/,
  akhir: /^\d{4}-\d{2}-\d{2}$/,
  trx: /^\d{1,15}$/,
  rute: /^.{1,30}$/,
  beli: /^1$/,
  penawaran: /^\d{1,15}$/,
}

/** By hand rather than with zod, which the sign-in screen can do without. A wrong part counts as absent: an old link still opens the page. */
export function purchasesSearch(asked: Record<string, unknown>): PurchasesSearch {
  const texts = Object.entries(shapes).map(([name, shape]) => [name, textOf(asked[name], shape)])
  return {
    ...(Object.fromEntries(texts) as Omit<PurchasesSearch, 'page' | 'size'>),
    page: numberOf(asked.page, /^[1-9]\d{0,5}$/),
    size: numberOf(asked.size, /^-1$|^[1-9]\d{0,3}$/),
  }
}

function textOf(asked: unknown, shape: RegExp): string | undefined {
  const text = String(asked ?? '')
  return shape.test(text) ? text : undefined
}

function numberOf(asked: unknown, shape: RegExp): number | undefined {
  const text = textOf(asked, shape)
  return text === undefined ? undefined : Number(text)
}
