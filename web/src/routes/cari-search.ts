/** What the address of /cari says. */
export interface CariSearch {
  cari?: string
  tab?: 'product' | 'seller'
  /** The offer that is being bought. */
  penawaran?: string
}

export function cariSearch(asked: Record<string, unknown>): CariSearch {
  const cari = String(asked.cari ?? '')
    .trim()
    .slice(0, 100)
  const { tab, penawaran } = asked
  return {
    cari: cari || undefined,
    tab: tab === 'seller' || tab === 'product' ? tab : undefined,
    penawaran: /^\d{1,15}$/.test(String(penawaran ?? '')) ? String(penawaran) : undefined,
  }
}
