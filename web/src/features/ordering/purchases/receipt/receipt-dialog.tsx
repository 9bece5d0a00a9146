import { rupiahText } from '@lapak/contract/shared/money'
import { Button, Modal, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useClipboard, useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconCopy, IconPrinter, IconShare3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { type ReceiptPurchase, type ReceiptTexts, receiptText } from '#features/ordering/purchases/receipt/receipt-contents.ts'
import classes from '#features/ordering/purchases/receipt/receipt-dialog.module.css'
import { type PaperSize, paperSizes, ReceiptPaper } from '#features/ordering/purchases/receipt/receipt-paper.tsx'
import { ReceiptPrint } from '#features/ordering/purchases/receipt/receipt-print.tsx'
import { readStored, useStored, writeStored } from '#lib/browser-storage.ts'
import { useLayer } from '#lib/layers.ts'
import type { RupiahInput } from '#lib/rupiah-input.ts'
import { belowSmQuery } from '#ui/media-queries.ts'
import { RupiahField } from '#ui/rupiah-field.tsx'

const paperWords: Record<PaperSize, string> = { 58: '58 mm', 80: '80 mm', a4: 'A4' }

interface DialogProps {
  purchase: ReceiptPurchase
  opened: boolean
  onClose: () => void
}

/** The receipt as it will be printed, next to the fields that the reseller can change. */
export function ReceiptDialog({ purchase, opened, onClose }: DialogProps) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  useLayer(opened)
  return (
    <Modal opened={opened} onClose={onClose} title="Struk" size={720} fullScreen={phone}>
      <Receipt purchase={purchase} />
    </Modal>
  )
}

function Receipt({ purchase }: { purchase: ReceiptPurchase }) {
  const { words, price, changePrice, changeFooter } = useReceiptWords(purchase)
  const [stored, setPaper] = useStored<PaperSize>('receipt.paper', '58')
  const paper = paperSizes.includes(stored) ? stored : '58'
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
            data={paperSizes.map((value) => ({ value, label: paperWords[value] }))}
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

/** How much the reseller gains; shown only on the screen, not printed. */
function gainText(price: bigint | null | undefined, ownPrice: bigint): string | undefined {
  if (price === undefined) return undefined
  if (price === null) return 'Kosong: harga tidak dicetak.'
  const gain = price - ownPrice
  return gain < 0n ? `${rupiahText(-gain)} di bawah harga Anda.` : `Untung Anda ${rupiahText(gain)}, tidak dicetak.`
}

const canShare = typeof navigator.share === 'function'

/** Shares the receipt as text through the device's share dialog, if there is one. */
function ShareReceipt({ text }: { text: string }) {
  const clipboard = useClipboard({ timeout: 2_000 })

  async function share() {
    try {
      await navigator.share({ text })
    } catch {
      // If the user cancels the share dialog, the browser throws an error, which is ignored here.
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
      onClick={() => clipboard.copy(text)}
    >
      {clipboard.copied ? 'Tersalin' : 'Salin struk'}
    </Button>
  )
}

// — Use receipt text

/** Storage keys per member: on a shared device, the next member must not see the previous member's markup or print the previous member's footer. */
const namesFor = (memberId: bigint | undefined) => ({ markup: `receipt.markup.${memberId}`, footer: `receipt.footer.${memberId}` })
const usualFooter = 'Terima kasih'

/** The texts that the reseller adds to a receipt. The browser stores the footer, and the markup on the price that the reseller paid. */
function useReceiptWords(purchase: ReceiptPurchase) {
  const user = useUser()
  const shop = user?.member.membername ?? ''
  const names = namesFor(user?.id)
  const [price, setPrice] = useState<RupiahInput['money']>(() => usualPrice(purchase, readStored(names.markup) ?? ''))
  const [footer, setFooter] = useState(() => readStored(names.footer) ?? usualFooter)
  const words: ReceiptTexts = { shop, price: price ?? null, footer }
  return {
    words,
    /** The price that the customer pays; undefined if the typed text is invalid. */
    price,
    changePrice(next: RupiahInput['money']) {
      setPrice(next)
      // The biller sets the price of a bill, so this price is not stored as the markup for the next receipt.
      if (next !== undefined && !isBill(purchase)) writeStored(names.markup, next === null ? '' : (next - purchase.sellprice).toString())
    },
    changeFooter(next: string) {
      setFooter(next)
      writeStored(names.footer, next)
    },
  }
}

const isBill = ({ customerprice }: ReceiptPurchase) => customerprice !== null && customerprice !== undefined

/**
 * The initial price for the customer. For a bill, the amount that the biller charges the customer; otherwise the price that the reseller paid plus
 * the last markup, or null.
 */
function usualPrice(purchase: ReceiptPurchase, markup: string): bigint | null {
  if (purchase.customerprice !== null && purchase.customerprice !== undefined) return purchase.customerprice
  return /^-?\d{1,12}$/.test(markup) ? purchase.sellprice + BigInt(markup) : null
}
