import { rupiahText } from '@lapak/contract/shared/money'
import {
  type ReceiptPurchase,
  type ReceiptTexts,
  receiptCode,
  receiptFacts,
  receiptTitle,
} from '#features/ordering/purchases/receipt/receipt-contents.ts'
import classes from '#features/ordering/purchases/receipt/receipt-paper.module.css'

export const paperSizes = ['58', '80', 'a4'] as const
export type PaperSize = (typeof paperSizes)[number]

interface PaperProps {
  purchase: ReceiptPurchase
  words: ReceiptTexts
  paper: PaperSize
}

/** The receipt for the reseller's customer, black on white, in the width of the paper. */
export function ReceiptPaper({ purchase, words: { shop, price, footer }, paper }: PaperProps) {
  const code = receiptCode(purchase)
  return (
    <article className={classes.paper} data-paper={paper} aria-label="Struk">
      <header className={classes.head}>
        <strong>{shop}</strong>
        <span>{receiptTitle}</span>
      </header>
      <dl className={classes.facts}>
        {receiptFacts(purchase).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {code && (
        <div className={classes.code}>
          <span>{code.label}</span>
          <strong>{code.text}</strong>
        </div>
      )}
      {price !== null && (
        <div className={classes.total}>
          <span>TOTAL</span>
          <strong>{rupiahText(price)}</strong>
        </div>
      )}
      {footer && <footer className={classes.footer}>{footer}</footer>}
    </article>
  )
}
