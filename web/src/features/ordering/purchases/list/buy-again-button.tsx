import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { ActionIcon } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'

/** A button that opens the confirmation for the same product and the same target. The price is requested again. */
export function BuyAgainButton({ row: { productcode, productname, target }, inRow = false }: { row: PurchaseRow; inRow?: boolean }) {
  const buy = useOpenPurchaseDialog()
  return (
    <ActionIcon
      size={inRow ? 'md' : 44}
      variant="subtle"
      color="green"
      title="Beli lagi"
      aria-label={`Beli lagi ${productname} untuk ${target}`}
      onClick={(event) => {
        // Keeps the click from also opening the row.
        event.stopPropagation()
        buy({ target, productcode })
      }}
    >
      <IconRepeat size={20} aria-hidden />
    </ActionIcon>
  )
}
