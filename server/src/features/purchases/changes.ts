/** Whom a changed purchase concerns. */
export interface PurchaseChange {
  id: bigint
  buyerId: bigint
  sellerId: bigint
}

/** How a change is told between processes; several are parted by spaces. */
export const purchaseChange = ({ id, buyerId, sellerId }: PurchaseChange): string => `${id}:${buyerId}:${sellerId}`

export const changesIn = (payload: string): PurchaseChange[] =>
  payload.split(' ').flatMap((told) => {
    const [id, buyerId, sellerId] = told.split(':')
    return id && buyerId && sellerId ? { id: BigInt(id), buyerId: BigInt(buyerId), sellerId: BigInt(sellerId) } : []
  })
