import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconReceipt } from '@tabler/icons-react'
import type { ReceiptPurchase } from '#features/ordering/purchases/receipt/receipt-contents.ts'
import { ReceiptDialog } from '#features/ordering/purchases/receipt/receipt-dialog.tsx'

/** Opens the receipt of a successful purchase to print or share it. */
export function ReceiptButton({ purchase }: { purchase: ReceiptPurchase }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="light" fullWidth leftSection={<IconReceipt size={18} />} onClick={open}>
        Struk
      </Button>
      <ReceiptDialog purchase={purchase} opened={opened} onClose={close} />
    </>
  )
}
