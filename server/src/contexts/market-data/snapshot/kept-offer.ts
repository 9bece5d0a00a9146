import type { Offer } from './snapshot.ts'

type Seldom = Pick<Offer, 'formerCode' | 'checkCode' | 'promoPrice' | 'cutoff'>

const none: Seldom = { formerCode: null, checkCode: null, promoPrice: null, cutoff: null }

const flags = { open: 1, disturbed: 2, stocked: 4, archived: 8 }

/**
 * An offer in compact form, because there are hundreds of thousands of offers: rarely used fields are in a separate object, and the booleans share
 * one number.
 */
export class KeptOffer implements Offer {
  readonly id: bigint
  readonly sellerId: bigint
  readonly productId: bigint
  readonly supplierCode: string
  readonly sellPrice: bigint
  readonly version: bigint
  readonly #flags: number
  readonly #seldom: Seldom

  constructor(offer: Offer) {
    this.id = offer.id
    this.sellerId = offer.sellerId
    this.productId = offer.productId
    this.supplierCode = offer.supplierCode
    this.sellPrice = offer.sellPrice
    this.version = offer.version
    const { open, disturbed, stocked, archived, formerCode, checkCode, promoPrice, cutoff } = offer
    this.#flags =
      Number(open) * flags.open + Number(disturbed) * flags.disturbed + Number(stocked) * flags.stocked + Number(archived) * flags.archived
    const isPlain = formerCode === null && checkCode === null && promoPrice === null && cutoff === null
    this.#seldom = isPlain ? none : { formerCode, checkCode, promoPrice, cutoff }
  }

  get open(): boolean {
    return (this.#flags & flags.open) > 0
  }
  get disturbed(): boolean {
    return (this.#flags & flags.disturbed) > 0
  }
  get stocked(): boolean {
    return (this.#flags & flags.stocked) > 0
  }
  get archived(): boolean {
    return (this.#flags & flags.archived) > 0
  }
  get formerCode(): Offer['formerCode'] {
    return this.#seldom.formerCode
  }
  get checkCode(): string | null {
    return this.#seldom.checkCode
  }
  get promoPrice(): bigint | null {
    return this.#seldom.promoPrice
  }
  get cutoff(): Offer['cutoff'] {
    return this.#seldom.cutoff
  }
}
