import { prefixDigits } from '@lapak/contract/market-data/targets'
import type { Orderable } from '@lapak/contract/ordering/purchases'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { targetMin } from '#features/ordering/purchases/buying/buy-target-field.tsx'
import { orderableQuery, recentTargetsQuery } from '#features/ordering/purchases/purchases.api.ts'
import { isIncompleteMobile, isMobile, parseOrderLine, toNationalMobile } from '#lib/targets.ts'

/** Id of an option, so that the field can reference it by `aria-activedescendant` for screen readers. */
export const optionId = (list: string, productcode: string): string => `${list}-${productcode}`

interface Picked {
  typed: string
  /** The code of a product that is selected automatically when it is loaded. */
  wanted: string | null
  onChoose: (product: Orderable, target: string) => void
}

/** The products for the typed input, which is a target or a product code with a target, and the product that Enter selects. */
export function useProductPicker({ typed, wanted, onChoose }: Picked) {
  const order = parseOrderLine(typed)
  const codes = useQuery({ ...orderableQuery(''), enabled: order !== null })
  // A target can also be a text: the first word counts as a product code only if a product has this code.
  const named = order && codes.data?.products.find(({ productcode }) => productcode === order.code)
  const target = order && named ? order.target : typed
  const long = target.length >= targetMin && (order === null || !codes.isPending)
  const offer = useQuery({ ...orderableQuery(operatorPrefixOf(target)), enabled: long })
  const last = useQuery(recentTargetsQuery).data?.find((recent) => recent.target === toNationalMobile(target) || recent.target === target)
  const operator = (long && offer.data?.operator) || null

  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  const [unfolded, setUnfolded] = useState(false)
  const [pointed, setPointed] = useState('')
  /** The input for which Enter was pressed before its products were loaded. */
  const [entered, setEntered] = useState('')
  // New input discards an Enter and an arrow key that belonged to the previous input.
  if (entered !== '' && entered !== typed) setEntered('')
  if (pointed !== '' && typed === '') setPointed('')

  const first = named?.productcode ?? last?.productcode
  const all = offer.data && likelyFirst(offer.data.products, first)
  // Products for meter numbers are collapsed for a number with a mobile prefix, which is rarely a meter number.
  const folded = (product: Orderable) => operator !== null && !unfolded && product.productcode !== first && isForNoPhone(product)
  const rows = all?.filter((product) => !folded(product))
  const categories = [...new Set(rows?.map(({ categoryname }) => categoryname))]
  const chosen = categories.includes(category) ? category : ''
  const found = rows?.filter((product) => (!chosen || product.categoryname === chosen) && matches(product, search)) ?? []
  const choosable = found.filter((product) => canBeOrdered(product, target))
  // No product is active for an incomplete mobile number, because the number may still become another number.
  const active = isIncompleteMobile(target) ? undefined : (choosable.find(({ productcode }) => productcode === pointed) ?? choosable[0])

  const settled = long && offer.data !== undefined && !offer.isPlaceholderData
  const awaited =
    wanted === null ? entered !== '' && entered === typed && active : choosable.find(({ productcode }) => productcode === wanted)
  const taken = settled && awaited ? awaited : null
  useEffect(() => {
    if (taken) onChoose(taken, target)
  })

  return {
    target,
    long,
    /** Whether the input is a product code that exists, and a target. */
    isOrder: named !== undefined && named !== null,
    operator,
    products: { all, rows, found, categories, chosen },
    stale: offer.isPlaceholderData,
    failed: offer.error && !offer.data ? { message: offer.error.message, retry: () => void offer.refetch() } : null,
    active,
    isPointed: active !== undefined && active.productcode === pointed,
    /** The product that was last bought for this target. */
    last: last?.productcode,
    foldedCount: (all?.length ?? 0) - (rows?.length ?? 0),
    unfold: () => setUnfolded(true),
    /** The product whose code was requested, if it cannot be ordered for this target now. */
    missing: missingOf(settled && all !== undefined, wanted ?? named?.productcode, choosable),
    search,
    setSearch,
    setCategory,
    canBeOrdered: (product: Orderable) => canBeOrdered(product, target),
    choose: (product: Orderable) => onChoose(product, target),
    enter: () => setEntered(typed),
    /** Moves the selection to the next or the previous product, wrapping around. */
    point: (by: 1 | -1) => {
      const place = active ? choosable.indexOf(active) : -1
      setPointed(choosable.at((place + by) % choosable.length)?.productcode ?? '')
    },
  }

  function missingOf(isKnown: boolean, code: string | undefined, choosable: Orderable[]): string | null {
    const isHalf = isIncompleteMobile(target)
    return isKnown && !isHalf && code !== undefined && !choosable.some(({ productcode }) => productcode === code) && !search && !chosen
      ? code
      : null
  }
}

export type ProductPicker = ReturnType<typeof useProductPicker>

/**
 * Whether a product is unlikely for a mobile number, so that it is collapsed. Products for text targets are collapsed only if they are outside the
 * buying list: they include hundreds of games and vouchers.
 */
const isForNoPhone = ({ targetkind, productmemberid }: Orderable): boolean =>
  targetkind === 'digits' || targetkind === 'meter' || (targetkind === 'text' && productmemberid !== undefined)

/** The beginning of a mobile number, which identifies its operator; digits after it cause no new request. */
export const operatorPrefixOf = (target: string): string => toNationalMobile(target).slice(0, prefixDigits.max)

/**
 * Sorts the product that was requested or last bought first, then products of one operator, then all other products; equal products keep the server's
 * order.
 */
function likelyFirst(products: Orderable[], first: string | undefined): Orderable[] {
  const rank = ({ productcode, operator }: Orderable) => (productcode === first ? 2 : operator === null ? 0 : 1)
  return products.toSorted((one, other) => rank(other) - rank(one))
}

function matches({ productname, productcode, brandname }: Orderable, search: string): boolean {
  return `${productname} ${productcode} ${brandname}`.toLowerCase().includes(search.toLowerCase())
}

/**
 * Whether the product can be ordered for the target. A product of an operator requires a complete mobile number; other unusual targets cause only a
 * warning at the confirmation.
 */
function canBeOrdered({ state, operator, targetkind }: Orderable, target: string): boolean {
  if (state !== 'open') return false
  if (operator !== null) return isMobile(target)
  return targetkind !== 'mobile' || !isIncompleteMobile(target)
}
