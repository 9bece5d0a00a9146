import { prefixDigits } from '@lapak/contract/market-data/targets'
import type { Orderable } from '@lapak/contract/ordering/purchases'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { targetMin } from '#features/ordering/purchases/buying/buy-target-field.tsx'
import { orderableQuery, recentTargetsQuery } from '#features/ordering/purchases/purchases.api.ts'
import { asMobile, isHalfMobile, isMobile, readOrder } from '#lib/targets.ts'

/** What is chosen by arrows is named in the field, so that it is read out. */
export const optionId = (list: string, productcode: string): string => `${list}-${productcode}`

interface Picked {
  typed: string
  /** A product that is chosen by itself as soon as it is there. */
  wanted: string | null
  onChoose: (product: Orderable, target: string) => void
}

/** What a number, or a code and a number, can buy while it is being typed, and which of it Enter takes. */
export function usePicker({ typed, wanted, onChoose }: Picked) {
  const order = readOrder(typed)
  const codes = useQuery({ ...orderableQuery(''), enabled: order !== null })
  // Targets are more than numbers: only a code that there is makes a code of a word.
  const named = order && codes.data?.products.find(({ productcode }) => productcode === order.code)
  const target = order && named ? order.target : typed
  const long = target.length >= targetMin && (order === null || !codes.isPending)
  const offer = useQuery({ ...orderableQuery(beginningOf(target)), enabled: long })
  const last = useQuery(recentTargetsQuery).data?.find((recent) => recent.target === asMobile(target) || recent.target === target)
  const operator = (long && offer.data?.operator) || null

  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  const [unfolded, setUnfolded] = useState(false)
  const [pointed, setPointed] = useState('')
  /** What stood in the field when Enter came before its products did. */
  const [entered, setEntered] = useState('')
  // Each typing is a new wish: neither an Enter nor an arrow of the one before means it.
  if (entered !== '' && entered !== typed) setEntered('')
  if (pointed !== '' && typed === '') setPointed('')

  const first = named?.productcode ?? last?.productcode
  const all = offer.data && likelyFirst(offer.data.products, first)
  // A number that begins like an operator's is hardly a meter's; who means one unfolds them.
  const folded = (product: Orderable) => operator !== null && !unfolded && product.productcode !== first && isForNoPhone(product)
  const rows = all?.filter((product) => !folded(product))
  const categories = [...new Set(rows?.map(({ categoryname }) => categoryname))]
  const chosen = categories.includes(category) ? category : ''
  const found = rows?.filter((product) => (!chosen || product.categoryname === chosen) && matches(product, search)) ?? []
  const choosable = found.filter((product) => canBeOrdered(product, target))
  // Half a number could still become another one.
  const active = isHalfMobile(target) ? undefined : (choosable.find(({ productcode }) => productcode === pointed) ?? choosable[0])

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
    /** A code that there is, and a number. */
    isOrder: named !== undefined && named !== null,
    operator,
    products: { all, rows, found, categories, chosen },
    stale: offer.isPlaceholderData,
    failed: offer.error && !offer.data ? { message: offer.error.message, retry: () => void offer.refetch() } : null,
    active,
    isPointed: active !== undefined && active.productcode === pointed,
    /** Bought last for this number. */
    last: last?.productcode,
    foldedCount: (all?.length ?? 0) - (rows?.length ?? 0),
    unfold: () => setUnfolded(true),
    /** What was asked for by its code, and this number cannot get now. */
    missing: missingOf(settled && all !== undefined, wanted ?? named?.productcode, choosable),
    search,
    setSearch,
    setCategory,
    canBeOrdered: (product: Orderable) => canBeOrdered(product, target),
    choose: (product: Orderable) => onChoose(product, target),
    enter: () => setEntered(typed),
    /** The next or the one before, around the end. */
    point: (by: 1 | -1) => {
      const place = active ? choosable.indexOf(active) : -1
      setPointed(choosable.at((place + by) % choosable.length)?.productcode ?? '')
    },
  }

  function missingOf(isKnown: boolean, code: string | undefined, choosable: Orderable[]): string | null {
    const isHalf = isHalfMobile(target)
    return isKnown && !isHalf && code !== undefined && !choosable.some(({ productcode }) => productcode === code) && !search && !chosen
      ? code
      : null
  }
}

export type Picker = ReturnType<typeof usePicker>

/** From beyond the list come games and vouchers in hundreds; who has one in the list wants to see it. */
const isForNoPhone = ({ targetkind, productmemberid }: Orderable): boolean =>
  targetkind === 'digits' || targetkind === 'meter' || (targetkind === 'text' && productmemberid !== undefined)

/** As much of it as tells the operator: of a number that goes on, nothing is asked again. */
export const beginningOf = (target: string): string => asMobile(target).slice(0, prefixDigits.max)

/** What was asked for or bought before, then what only this operator's numbers can get; among equals the server's order holds. */
function likelyFirst(products: Orderable[], first: string | undefined): Orderable[] {
  const rank = ({ productcode, operator }: Orderable) => (productcode === first ? 2 : operator === null ? 0 : 1)
  return products.toSorted((one, other) => rank(other) - rank(one))
}

function matches({ productname, productcode, brandname }: Orderable, search: string): boolean {
  return `${productname} ${productcode} ${brandname}`.toLowerCase().includes(search.toLowerCase())
}

/** An operator's products wait for the whole number; what else a target may be is told at the confirmation. */
function canBeOrdered({ state, operator, targetkind }: Orderable, target: string): boolean {
  if (state !== 'open') return false
  if (operator !== null) return isMobile(target)
  return targetkind !== 'mobile' || !isHalfMobile(target)
}
