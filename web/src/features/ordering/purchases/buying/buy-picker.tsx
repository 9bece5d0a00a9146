import type { Orderable } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { Stack, VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from 'react'
import type { Favourite } from '#features/market-data/favourites/favourites.api.ts'
import { BuyFavourites } from '#features/ordering/purchases/buying/buy-favourites.tsx'
import { RecentTargets } from '#features/ordering/purchases/buying/buy-recent-targets.tsx'
import { TargetField } from '#features/ordering/purchases/buying/buy-target-field.tsx'
import { ChoiceSkeleton } from '#features/ordering/purchases/buying/choice-skeleton.tsx'
import { nonEmptyLines } from '#features/ordering/purchases/buying/non-empty-lines.ts'
import { useFavouriteMatches } from '#features/ordering/purchases/buying/use-favourite-matches.ts'
import { optionId, useProductPicker } from '#features/ordering/purchases/buying/use-product-picker.ts'
import { deferredComponent } from '#ui/lazy.tsx'

const ProductList = deferredComponent(async () => (await import('#features/ordering/purchases/buying/buy-product-list.tsx')).ProductList)

/** The minimum number of recent targets, also if many favourites are shown above them. */
const recentsMin = 2

interface NumberPickerProps {
  typed: string
  onType: (typed: string) => void
  /** Called after a tap on a recent target. The target does not count as typed input that could be lost. */
  onRecent: (target: string) => void
  onAgain: (target: string, productcode: string) => void
  onChoose: (product: Orderable, target: string) => void
  /** Called when several lines were pasted. */
  onMany: (text: string) => void
  wanted?: string | null
  error?: string | null
  autoFocus?: boolean
  fieldRef?: Ref<HTMLInputElement>
  /** The maximum number of recent targets; undefined for no maximum. */
  recents?: number
  /** The text that is shown while nothing is typed and there are no favourites or recent targets. */
  hint?: string
}

/** The target field, with the products for the target below it. Arrow keys and Enter select a product while the focus stays in the field. */
export function NumberPicker({
  typed,
  onType,
  onRecent,
  onAgain,
  onChoose,
  onMany,
  wanted = null,
  error = null,
  ...rest
}: NumberPickerProps) {
  const { autoFocus = false, fieldRef, recents, hint } = rest
  const list = useId()
  const picker = useProductPicker({ typed, wanted, onChoose })
  const { long, active } = picker
  const take = ({ target, productcode }: Favourite) => (productcode ? onAgain(target, productcode) : onRecent(target))
  const favourites = useFavouriteMatches({ typed, most: recents, onTake: take })
  // An input of a product code and a number is an order, even if the name of a favourite contains that code.
  const isNamed = favourites.isNamed && !picker.isOrder

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const choices = isNamed ? favourites : picker
    if (key === 'ArrowDown') choices.point(1)
    else if (key === 'ArrowUp') choices.point(-1)
    else if (key === 'Enter') choices.enter()
    else return
    event.preventDefault()
  }

  const chosen = isNamed ? favourites.active?.id.toString() : long ? active?.productcode : undefined

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (nonEmptyLines(text).length < 2) return
    event.preventDefault()
    onMany(text)
  }

  return (
    <Stack gap="sm">
      <TargetField
        ref={fieldRef}
        autoFocus={autoFocus}
        typed={typed}
        onType={onType}
        onKeyDown={press}
        onPaste={paste}
        operator={picker.operator?.name}
        error={error}
        aria-controls={long || isNamed ? list : undefined}
        aria-activedescendant={chosen && optionId(list, chosen)}
      />
      <VisuallyHidden aria-live="polite">
        {isNamed && favourites.active && `Enter memilih favorit ${favourites.active.name}`}
        {!isNamed && long && active && `Enter memilih ${active.productcode}, ${active.productname}, ${rupiahText(active.price)}`}
      </VisuallyHidden>
      <Stack id={list} gap="sm">
        {(isNamed || !long) && <BuyFavourites pick={favourites} id={list} onNumber={onRecent} />}
        {long && !(isNamed && picker.products.found.length === 0) && (
          <ProductList eager fallback={<ChoiceSkeleton />} picker={picker} id={list} />
        )}
        {!long && !isNamed && (
          <RecentTargets
            typed={typed}
            most={recents && Math.max(recentsMin, recents - favourites.found.length)}
            without={new Set(favourites.found.map(({ target }) => target))}
            hint={hint}
            onChoose={onRecent}
            onAgain={onAgain}
          />
        )}
      </Stack>
    </Stack>
  )
}
