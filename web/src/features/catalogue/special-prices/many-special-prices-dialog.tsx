import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ManyForm } from '#features/catalogue/special-prices/many-form.tsx'
import { ManyLines } from '#features/catalogue/special-prices/many-preview.tsx'
import { type ManyAsked, type ManyPreview, useGiveMany } from '#features/catalogue/special-prices/special-prices.api.ts'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'

interface Seen {
  asked: ManyAsked
  preview: ManyPreview
}

/** Prices of their own for several buyers and several products: said, looked at line by line, and only then given. */
export function ManySpecialPricesDialog({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const [seen, setSeen] = useState<Seen>()
  const [unsent, setUnsent] = useState(false)
  const give = useGiveMany()
  const { close, asking } = useAskBeforeClosing(
    unsent && !give.isSuccess,
    'Harga khusus ini belum disimpan. Tutup dan buang isiannya?',
    onClose,
  )
  return (
    <Modal
      opened
      onClose={() => !give.isPending && close()}
      title="Harga khusus beberapa member"
      size={720}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      {/* What was filled in is still there for whoever goes back. */}
      <div hidden={seen !== undefined}>
        <ManyForm onClose={close} onUnsent={setUnsent} onSeen={(asked, preview) => setSeen({ asked, preview })} />
      </div>
      {seen && (
        <ManyLines
          of={seen.preview}
          give={give}
          onBack={() => {
            give.reset()
            setSeen(undefined)
          }}
          onGive={() => give.mutate({ ...seen.asked, digest: seen.preview.digest }, { onSuccess: onClose })}
        />
      )}
    </Modal>
  )
}
