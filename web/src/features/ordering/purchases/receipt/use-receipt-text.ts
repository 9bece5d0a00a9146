import { useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import type { Receipted, ReceiptWords } from '#features/ordering/purchases/receipt/receipt-contents.ts'
import { readStored, remember } from '#lib/remembered.ts'
import type { RupiahTyped } from '#lib/rupiah-typed.ts'

/** A member's own: on a device that several share, the next one must neither see the margin of the last nor print its words. */
const namesFor = (memberId: bigint | undefined) => ({ markup: `receipt.markup.${memberId}`, footer: `receipt.footer.${memberId}` })
const usualFooter = 'Terima kasih'

/** What the reseller adds to a receipt. This browser remembers the footer and how much was put on top of the own price. */
export function useReceiptWords(purchase: Receipted) {
  const user = useUser()
  const shop = user?.member.membername ?? ''
  const names = namesFor(user?.id)
  const [price, setPrice] = useState<RupiahTyped['money']>(() => usualPrice(purchase, readStored(names.markup) ?? ''))
  const [footer, setFooter] = useState(() => readStored(names.footer) ?? usualFooter)
  const words: ReceiptWords = { shop, price: price ?? null, footer }
  return {
    words,
    /** As the field has it: undefined is a text that cannot be read. */
    price,
    changePrice(next: RupiahTyped['money']) {
      setPrice(next)
      // A bill's price is the biller's, it says nothing about the next receipt.
      if (next !== undefined && !isBill(purchase)) remember(names.markup, next === null ? '' : (next - purchase.sellprice).toString())
    },
    changeFooter(next: string) {
      setFooter(next)
      remember(names.footer, next)
    },
  }
}

const isBill = ({ customerprice }: Receipted) => customerprice !== null && customerprice !== undefined

/** Of a bill what the biller asks from the customer; else the last markup on top of the own price, or nothing yet. */
function usualPrice(purchase: Receipted, markup: string): bigint | null {
  if (purchase.customerprice !== null && purchase.customerprice !== undefined) return purchase.customerprice
  return /^-?\d{1,12}$/.test(markup) ? purchase.sellprice + BigInt(markup) : null
}
