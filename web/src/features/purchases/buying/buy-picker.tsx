import { rupiahText } from '@lapak/contract/money'
import type { Orderable } from '@lapak/contract/purchases'
import { Stack, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { RecentTargets } from '#features/purchases/buying/buy-recent-targets.tsx'
import { TargetField } from '#features/purchases/buying/buy-target-field.tsx'
import { ChoiceBones } from '#features/purchases/buying/choice-bones.tsx'
import { optionId, usePicker } from '#features/purchases/buying/use-picker.ts'
import { late } from '#ui/late.tsx'

const ProductList = late(async () => (await import('#features/purchases/buying/buy-product-list.tsx')).ProductList)

interface NumberPickerProps {
  typed: string
  onType: (typed: string) => void
  /** By a tap on one of the last numbers, which is no loss when it goes. */
  onRecent: (target: string) => void
  onAgain: (target: string, productcode: string) => void
  onChoose: (product: Orderable, target: string) => void
  wanted?: string | null
  error?: string | null
  autoFocus?: boolean
  fieldRef?: Ref<HTMLInputElement>
  /** As many of the last numbers, when not all of them. */
  recents?: number
  /** While nothing is typed, and there is no number to offer. */
  hint?: string
}

/** Number first; what it can buy appears below, and arrows and Enter choose from within the field. */
export function NumberPicker({ typed, onType, onRecent, onAgain, onChoose, wanted = null, error = null, ...rest }: NumberPickerProps) {
  const { autoFocus = false, fieldRef, recents, hint } = rest
  const list = useId()
  const picker = usePicker({ typed, wanted, onChoose })
  const { long, active } = picker

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown') picker.point(1)
    else if (key === 'ArrowUp') picker.point(-1)
    else if (key === 'Enter') picker.enter()
    else return
    event.preventDefault()
  }

  return (
    <Stack gap="sm">
      <TargetField
        ref={fieldRef}
        autoFocus={autoFocus}
        typed={typed}
        onType={onType}
        onKeyDown={press}
        operator={picker.operator?.name}
        error={error}
        aria-controls={long ? list : undefined}
        aria-activedescendant={long && active ? optionId(list, active.productcode) : undefined}
      />
      <VisuallyHidden aria-live="polite">
        {long && active && `Enter memilih ${active.productcode}, ${active.productname}, ${rupiahText(active.price)}`}
      </VisuallyHidden>
      <div id={list}>
        {long ? (
          <ProductList now instead={<ChoiceBones />} picker={picker} id={list} />
        ) : (
          <RecentTargets typed={typed} most={recents} hint={hint} onChoose={onRecent} onAgain={onAgain} />
        )}
      </div>
    </Stack>
  )
}
