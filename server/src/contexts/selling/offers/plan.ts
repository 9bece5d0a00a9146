import { priceMax } from '@lapak/contract/selling/offers'
import { dotted } from '@lapak/contract/shared/money'
import { Refusal } from '#http/refusal.ts'
import { inTurns } from '#jobs/yielding.ts'
import { lineDigest, type Word } from '#shared/line-digest.ts'
import { buyerPrice } from '#shared/money/price.ts'
import { checkTerms } from './offers.rules.ts'

/** Terms of an offer, and its remaining stock; a stock of null is unlimited. */
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

/** An offer as it is now. Its version changes with everything that affects what buyers pay or can buy. */
export interface OwnOffer extends Goods {
  offerId: bigint
  version: bigint
  before: Terms
}

/** A product that the seller does not offer yet. */
type NewOffer = Goods & { [Name in 'offerId' | 'version' | 'before']: null }

/** An existing or a new offer, with the terms that it should get. */
export type OfferCommand = (OwnOffer | NewOffer) & { line: number | null; after: Terms }

export interface Wrong {
  line: number
  code: string
  name: string
  reason: string
}

export type Planned = OfferCommand & { belowCost: boolean; reason: string | null }

/** A change of many offers before it is executed. */
export interface Plan {
  found: number
  unchanged: number
  /** Lines that change an offer, including those that are refused. */
  lines: readonly Planned[]
  /** Lines of a file that cannot be executed. */
  wrong: readonly Wrong[]
  /** Digest of exactly these lines. */
  digest: string
}

interface Planning {
  /** Lines of a file that cannot be executed. */
  wrong?: readonly Wrong[]
  /** Leaves out lines that would be refused. */
  skipping?: boolean
  /** Returns why a new check code is refused, or null. */
  wrongCheckCode?: (code: string | null) => string | null
}

/** Plans each command, and lets other work run between the commands. */
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
 * The values in the digest of a line. A stock that does not change is not included, so that sales after the preview do not change the digest of a
 * plan for prices. A new offer includes the type of its product, which decides whether its price is the price itself, a fee or a margin; the type of
 * an existing offer does not change.
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

/** Returns the plan if it was previewed and all its lines can be executed; otherwise throws a refusal. */
export function requirePreviewed(plan: Plan, digest: string | undefined): Plan {
  const refused = plan.wrong.length + plan.lines.filter(({ reason }) => reason !== null).length
  if (refused > 0) throw new Refusal('offer.lines_refused', { count: refused })
  if (plan.digest !== digest) throw new Refusal('offer.changed_meanwhile')
  return plan
}
