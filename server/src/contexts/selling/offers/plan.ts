import { priceMax } from '@lapak/contract/selling/offers'
import { dotted } from '@lapak/contract/shared/money'
import { Refusal } from '#http/refusal.ts'
import { inTurns } from '#jobs/yielding.ts'
import { lineDigest, type Word } from '#shared/line-digest.ts'
import { buyerPrice } from '#shared/money/price.ts'
import { checkTerms } from './offers.rules.ts'

/** What a seller decides of an offer, and how many it has left; null is without limit. */
export interface Terms {
  supplier_code: string
  check_code: string | null
  sell_price: bigint
  buy_price: bigint
  promo_price: bigint | null
  open: boolean
  disturbed: boolean
  stock: number | null
  cutoff_from: string | null
  cutoff_to: string | null
}

export interface Goods {
  productId: bigint
  code: string
  name: string
  type: number
}

/** What a seller offers, as it stands. Of whatever changes what buyers pay or can buy, its version moves. */
export interface OwnOffer extends Goods {
  offerId: bigint
  version: bigint
  before: Terms
}

/** A product that is not offered yet. */
type NewOffer = Goods & { [Name in 'offerId' | 'version' | 'before']: null }

/** An offer as it is, or a product that becomes one. */
export type OfferCommand = (OwnOffer | NewOffer) & { line: number | null; after: Terms }

export interface Wrong {
  line: number
  code: string
  name: string
  reason: string
}

export type Planned = OfferCommand & { belowCost: boolean; reason: string | null }

/** A change of many offers, before it is made. */
export interface Plan {
  found: number
  unchanged: number
  /** What changes, or should and cannot. */
  lines: readonly Planned[]
  /** Lines of a file that say nothing that could be done. */
  wrong: readonly Wrong[]
  /** Names exactly these lines. */
  digest: string
}

interface Planning {
  /** Lines of a file that say nothing that could be done. */
  wrong?: readonly Wrong[]
  /** Leaves out what cannot be. */
  skipping?: boolean
  /** Why another code for asking names cannot be. */
  wrongCheckCode?: (code: string | null) => string | null
}

/** Looks at each wish; others have their turn between. */
export const planOf = (wishes: readonly OfferCommand[], how: Planning = {}): Promise<Plan> => inTurns(planning(wishes, how))

function* planning(
  wishes: readonly OfferCommand[],
  { wrong = [], skipping = false, wrongCheckCode = () => null }: Planning,
): Generator<void, Plan> {
  const lines: Planned[] = []
  const seen = lineDigest()
  let unchanged = 0
  for (const command of wishes) {
    yield
    if (command.before !== null && isSame(command.before, command.after)) {
      unchanged += 1
      continue
    }
    const reason =
      reasonAgainst(command) ?? (command.before?.check_code === command.after.check_code ? null : wrongCheckCode(command.after.check_code))
    if (reason !== null && skipping) {
      unchanged += 1
      continue
    }
    lines.push({ ...command, reason, belowCost: priceOf(command.after) < command.after.buy_price })
    seen.add(wordsOf(command))
  }
  return { found: wishes.length + wrong.length, unchanged, lines, wrong, digest: seen.value() }
}

const comparedTerms = [
  'supplier_code',
  'check_code',
  'sell_price',
  'buy_price',
  'promo_price',
  'open',
  'disturbed',
  'cutoff_from',
  'cutoff_to',
] as const
type ComparedTerms = Record<(typeof comparedTerms)[number], string | bigint | boolean | null>

/**
 * Of a stock that stays nothing: what is sold meanwhile makes no other plan of prices. Of what is new its type, by which a price is the price
 * itself, a fee or a margin; that of what is offered stays.
 */
const wordsOf = ({ productId, offerId, type, before, after }: OfferCommand): Word[] => [
  ...[productId, offerId],
  ...(before === null ? [type] : comparedValuesOf(before)),
  ...comparedValuesOf(after),
  ...(before?.stock === after.stock ? [] : [before?.stock, after.stock]),
]

const comparedValuesOf = (terms: ComparedTerms) => comparedTerms.map((name) => terms[name])

const isSame = (before: Terms, after: Terms): boolean =>
  before.stock === after.stock && comparedTerms.every((name) => before[name] === after[name])

export const priceOf = ({ sell_price, promo_price }: Pick<Terms, 'sell_price' | 'promo_price'>): bigint =>
  buyerPrice({ sellPrice: sell_price, promoPrice: promo_price }, null)

function reasonAgainst({ after, type }: OfferCommand): string | null {
  if (after.sell_price < 0n || after.sell_price > priceMax) return `Harga jual harus 0 sampai ${dotted(priceMax)}`
  if (after.promo_price !== null && after.promo_price <= 0n) return 'Harga promo harus di atas 0'
  try {
    checkTerms(after, type)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Object.values(error.errors ?? {})[0] ?? error.message
  }
}

/** What was shown before, and could all be done; else it is refused. */
export function seen(plan: Plan, digest: string | undefined): Plan {
  const refused = plan.wrong.length + plan.lines.filter(({ reason }) => reason !== null).length
  if (refused > 0) throw new Refusal('offer.lines_refused', { count: refused })
  if (plan.digest !== digest) throw new Refusal('offer.changed_meanwhile')
  return plan
}
