/** What the address of /cari says. */
export interface CariSearch {
  cari?: string
  tab?: 'product' | 'seller'
  /** The offer that is being bought. */
  beli?: string
}

export function cariSearch(asked: Record<string, unknown>): CariSearch {
  const cari = String(asked.cari ?? '')
    .trim()
    .slice(0, 100)
  const { tab, beli } = asked
  return {
    cari: cari || undefined,
    tab: tab === 'seller' || tab === 'product' ? tab : undefined,
    beli: /^\d{1,15}$/.test(String(beli ?? '')) ? String(beli) : undefined,
  }
}
