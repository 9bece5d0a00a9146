import { createPortal } from 'react-dom'
import type { ReceiptPurchase, ReceiptTexts } from '#features/ordering/purchases/receipt/receipt-contents.ts'
import { type PaperSize, ReceiptPaper } from '#features/ordering/purchases/receipt/receipt-paper.tsx'
import classes from '#features/ordering/purchases/receipt/receipt-print.module.css'

const millimetre = 96 / 25.4

/**
 * The receipt that is printed instead of the page. `height` is the height of the shown receipt in px, so that a paper roll is cut at the end of the
 * receipt.
 */
export function ReceiptPrint({ height, ...receipt }: { purchase: ReceiptPurchase; words: ReceiptTexts; paper: PaperSize; height: number }) {
  return createPortal(
    <div className={classes.print}>
      <style>{pageRule(receipt.paper, height)}</style>
      <ReceiptPaper {...receipt} />
    </div>,
    document.body,
  )
}

const pageRule = (paper: PaperSize, height: number): string =>
  paper === 'a4' ? '@page { size: A4; margin: 15mm }' : `@page { size: ${paper}mm ${Math.ceil(height / millimetre) + 4}mm; margin: 0 }`
