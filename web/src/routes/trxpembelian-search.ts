/** What the address of /trxpembelian says. */
export interface PurchasesSearch {
  tab?: 'pembelian' | 'produk'
  page?: number
  size?: number
  sort?: string
  search?: string
  statustrx?: '0' | '1' | '2'
  awal?: string
  akhir?: string
  /** The purchase whose details are open. */
  trx?: string
  /** Whether the purchase dialog is open. */
  beli?: '1'
}

/** By hand rather than with zod, which the sign-in screen can do without. A wrong part counts as absent: an old link still opens the page. */
export function purchasesSearch(asked: Record<string, unknown>): PurchasesSearch {
  const text = (name: keyof PurchasesSearch, shape: RegExp) => (shape.test(String(asked[name] ?? '')) ? String(asked[name]) : undefined)
  const number = (name: keyof PurchasesSearch, shape: RegExp) => {
    const found = text(name, shape)
    return found === undefined ? undefined : Number(found)
  }
  return {
    tab: text('tab', /^(pembelian|produk)$/) as PurchasesSearch['tab'],
    page: number('page', /^[1-9]\d{0,5}$/),
    size: number('size', /^-1$|^[1-9]\d{0,3}$/),
    sort: text('sort', /^[a-z]+,(ASC|DESC)$/),
    search: text('search', /^.{1,100}$/),
    statustrx: text('statustrx', /^[012]$/) as PurchasesSearch['statustrx'],
    awal: text('awal', /^\d{4}-\d{2}-\d{2}$/),
    akhir: text('akhir', /^\d{4}-\d{2}-\d{2}$/),
    trx: text('trx', /^\d{1,15}$/),
    beli: text('beli', /^1$/) as PurchasesSearch['beli'],
  }
}
