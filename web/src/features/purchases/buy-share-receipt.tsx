import { rupiahText } from '@lapak/contract/money'
import { type PurchaseDetail, purchaseStateWords } from '@lapak/contract/purchases'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconShare3 } from '@tabler/icons-react'
import { wib } from '#lib/format.ts'

const canShare = typeof navigator.share === 'function'

/** The receipt for the customer, through the telephone's own sharing where there is one. It leaves out the reseller's own price. */
export function ShareReceipt({ purchase }: { purchase: PurchaseDetail }) {
  const clipboard = useClipboard({ timeout: 2_000 })

  async function share() {
    try {
      await navigator.share({ text: receiptOf(purchase) })
    } catch {
      // Closing the sheet is an error to the browser, and an answer to us.
    }
  }

  if (canShare)
    return (
      <Button variant="light" leftSection={<IconShare3 size={18} />} onClick={() => void share()}>
        Bagikan
      </Button>
    )
  return (
    <Button
      variant="light"
      leftSection={clipboard.copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      onClick={() => clipboard.copy(receiptOf(purchase))}
    >
      {clipboard.copied ? 'Tersalin' : 'Salin struk'}
    </Button>
  )
}

function receiptOf({
  id,
  productname,
  target,
  customername,
  period,
  serialnumber,
  customerprice,
  transactionrc,
  updateat,
}: PurchaseDetail): string {
  return [
    `${productname}: ${purchaseStateWords[transactionrc]}`,
    `Nomor: ${target}`,
    customername && `Nama: ${customername}`,
    period && `Periode: ${period}`,
    customerprice !== null && `Total: ${rupiahText(customerprice)}`,
    serialnumber && `SN: ${serialnumber}`,
    `${wib(updateat)} WIB, ID ${id}`,
  ]
    .filter(Boolean)
    .join('\n')
}
