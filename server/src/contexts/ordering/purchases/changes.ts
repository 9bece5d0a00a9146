/** Whom a changed purchase concerns. */
export interface PurchaseChange {
  id: bigint
  buyerId: bigint
  sellerId: bigint
  /** Sellers who had it until this change. */
  formerSellerIds?: readonly bigint[]
}

/** How a change is told between processes; several are parted by spaces. */
export const purchaseChange = ({ id, buyerId, sellerId, formerSellerIds = [] }: PurchaseChange): string =>
  [id, buyerId, sellerId, ...formerSellerIds].join(':')

export const changesIn = (payload: string): Required<PurchaseChange>[] =>
  payload.split(' ').flatMap((entry) => {
    const [id, buyerId, sellerId, ...former] = entry.split(':')
    return id && buyerId && sellerId
      ? { id: BigInt(id), buyerId: BigInt(buyerId), sellerId: BigInt(sellerId), formerSellerIds: former.map(BigInt) }
      : []
  })

/** Likewise of an order that is with its seller's server now, which concerns nobody else. */
export interface SaleSent {
  id: bigint
  sellerId: bigint
}

export const saleSent = ({ id, sellerId }: SaleSent): string => `${id}:${sellerId}`

export const salesIn = (payload: string): SaleSent[] =>
  payload.split(' ').flatMap((entry) => {
    const [id, sellerId] = entry.split(':')
    return id && sellerId ? { id: BigInt(id), sellerId: BigInt(sellerId) } : []
  })
