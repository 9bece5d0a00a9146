/** How a ticket stands, for whoever comes too late. */
export const stateSaid = (state: number): string => ['diimpor', 'menunggu pembayaran', 'disetujui', 'ditolak', 'dibatalkan'][state] ?? ''
