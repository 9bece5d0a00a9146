import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ManyForm } from '#features/special-prices/many-form.tsx'
import { ManyPreview } from '#features/special-prices/many-preview.tsx'
import { type ManyAsked, type SpecialPriceLine, useGiveMany } from '#features/special-prices/special-prices.api.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'

interface Seen {
  asked: ManyAsked
  lines: SpecialPriceLine[]
}

/** Prices of their own for several buyers and several products: said, looked at line by line, and only then given. */
export function ManySpecialPricesDialog({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const [seen, setSeen] = useState<Seen>()
  const [unsent, setUnsent] = useState(false)
  const give = useGiveMany()
  const asking = useAskBeforeLeaving(unsent && !give.isSuccess, 'Harga khusus ini belum disimpan. Tutup dan buang isiannya?')
  return (
    <Modal
      opened
      onClose={() => !give.isPending && onClose()}
      title="Harga khusus beberapa member"
      size={720}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      {/* What was filled in is still there for whoever goes back. */}
      <div hidden={seen !== undefined}>
        <ManyForm onClose={onClose} onUnsent={setUnsent} onSeen={(asked, lines) => setSeen({ asked, lines })} />
      </div>
      {seen && (
        <ManyPreview
          lines={seen.lines}
          give={give}
          onBack={() => {
            give.reset()
            setSeen(undefined)
          }}
          onGive={() => give.mutate({ ...seen.asked, total: totalOf(seen.lines) }, { onSuccess: onClose })}
        />
      )}
    </Modal>
  )
}

const totalOf = (lines: readonly SpecialPriceLine[]): number => Number(lines.reduce((sum, { price }) => sum + price, 0n))
