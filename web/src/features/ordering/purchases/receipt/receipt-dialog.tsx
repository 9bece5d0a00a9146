import { rupiahText } from '@lapak/contract/shared/money'
import { Button, Modal, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { type Receipted, receiptText } from '#features/ordering/purchases/receipt/receipt-contents.ts'
import classes from '#features/ordering/purchases/receipt/receipt-dialog.module.css'
import { type Paper, papers, ReceiptPaper } from '#features/ordering/purchases/receipt/receipt-paper.tsx'
import { ReceiptPrint } from '#features/ordering/purchases/receipt/receipt-print.tsx'
import { ShareReceipt } from '#features/ordering/purchases/receipt/receipt-share.tsx'
import { useReceiptWords } from '#features/ordering/purchases/receipt/use-receipt-text.ts'
import { useLayer } from '#lib/layers.ts'
import { useStored } from '#lib/remembered.ts'
import { belowSm } from '#ui/bounds.ts'
import { RupiahField } from '#ui/rupiah-field.tsx'

const paperWords: Record<Paper, string> = { 58: '58 mm', 80: '80 mm', a4: 'A4' }

interface DialogProps {
  purchase: Receipted
  opened: boolean
  onClose: () => void
}

/** The receipt as it will be printed, beside what the reseller can change about it. */
export function ReceiptDialog({ purchase, opened, onClose }: DialogProps) {
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  useLayer(opened)
  return (
    <Modal opened={opened} onClose={onClose} title="Struk" size={720} fullScreen={phone}>
      <Receipt purchase={purchase} />
    </Modal>
  )
}

function Receipt({ purchase }: { purchase: Receipted }) {
  const { words, price, changePrice, changeFooter } = useReceiptWords(purchase)
  const [stored, setPaper] = useStored<Paper>('receipt.paper', '58')
  const paper = papers.includes(stored) ? stored : '58'
  const { ref, height } = useElementSize()
  return (
    <div className={classes.layout}>
      <div className={classes.fields}>
        <RupiahField
          label="Harga jual ke pelanggan"
          description={gainText(price, purchase.sellprice)}
          value={price}
          onChange={changePrice}
        />
        <TextInput
          label="Catatan kaki"
          maxLength={120}
          value={words.footer}
          onChange={(event) => changeFooter(event.currentTarget.value)}
        />
        <div>
          <Text size="sm" fw={500} mb={4} id="kertas">
            Kertas
          </Text>
          <SegmentedControl
            fullWidth
            classNames={{ label: classes.paper }}
            aria-labelledby="kertas"
            value={paper}
            onChange={setPaper}
            data={papers.map((value) => ({ value, label: paperWords[value] }))}
          />
        </div>
        <div className={classes.actions}>
          <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
            Cetak
          </Button>
          <ShareReceipt text={receiptText(purchase, words)} />
        </div>
      </div>
      <div className={classes.desk} data-paper={paper}>
        <div ref={ref} className={classes.sheet}>
          <ReceiptPaper purchase={purchase} words={words} paper={paper} />
        </div>
      </div>
      <ReceiptPrint purchase={purchase} words={words} paper={paper} height={height} />
    </div>
  )
}

/** Only on the screen. */
function gainText(price: bigint | null | undefined, ownPrice: bigint): string | undefined {
  if (price === undefined) return undefined
  if (price === null) return 'Kosong: harga tidak dicetak.'
  const gain = price - ownPrice
  return gain < 0n ? `${rupiahText(-gain)} di bawah harga Anda.` : `Untung Anda ${rupiahText(gain)}, tidak dicetak.`
}
