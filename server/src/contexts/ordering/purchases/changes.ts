/** A changed purchase with the ids of the members that it concerns. */
export interface PurchaseChange {
  id: bigint
  buyerId: bigint
  sellerId: bigint
  /** The sellers of attempts that failed in this change. */
  formerSellerIds?: readonly bigint[]
}

/** The NOTIFY payload of a change. Several changes are separated by spaces. */
export const purchaseChange = ({ id, buyerId, sellerId, formerSellerIds = [] }: PurchaseChange): string =>
  [id, buyerId, sellerId, ...formerSellerIds].join(':')

export const changesIn = (payload: string): Required<PurchaseChange>[] =>
  payload.split(' ').flatMap((entry) => {
    const [id, buyerId, sellerId, ...former] = entry.split(':')
    return id && buyerId && sellerId
      ? { id: BigInt(id), buyerId: BigInt(buyerId), sellerId: BigInt(sellerId), formerSellerIds: former.map(BigInt) }
      : []
  })

/** A NOTIFY payload for an order that was sent to its seller's server; it concerns the seller only. */
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
