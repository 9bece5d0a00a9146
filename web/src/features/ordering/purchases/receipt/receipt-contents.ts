import type { PurchaseDetail, PurchaseRow } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { groupInFours } from '#lib/targets.ts'

/** A row of the list is sufficient for a receipt; with the details of the purchase the receipt contains more. */
export type ReceiptPurchase = PurchaseRow & Partial<Pick<PurchaseDetail, 'serialparts' | 'customername' | 'period' | 'customerprice'>>

/** Texts that the reseller adds. */
export interface ReceiptTexts {
  shop: string
  /** The price in rupiah that the reseller's customer pays; null leaves the price out. */
  price: bigint | null
  footer: string
}

export const receiptTitle = 'Struk pembelian'

/** The lines of the receipt. They never contain the price that the reseller paid. */
export function receiptFacts(purchase: ReceiptPurchase): { label: string; value: string }[] {
  const parts = purchase.serialparts
  const facts = [
    { label: 'Tanggal', value: wib(purchase.updateat) },
    { label: 'No. transaksi', value: purchase.id.toString() },
    { label: 'Produk', value: purchase.productname },
    { label: 'Nomor tujuan', value: groupInFours(purchase.target) },
    { label: 'Nama', value: purchase.customername ?? parts?.name },
    { label: 'Tarif / daya', value: [parts?.tariff, parts?.power].filter(Boolean).join(' / ') },
    { label: 'Jumlah kWh', value: parts?.kwh },
    { label: 'Periode', value: purchase.period },
  ]
  return facts.filter((fact): fact is { label: string; value: string } => Boolean(fact.value))
}

/** The serial number. For a known format, only the token, in groups of four digits as it is typed into the meter. */
export function receiptCode({ serialnumber, serialparts }: ReceiptPurchase): { label: string; text: string } | null {
  if (serialparts?.token) return { label: 'TOKEN', text: groupInFours(serialparts.token.replace(/\D/g, '')) }
  return serialnumber ? { label: 'SN / Ref', text: serialnumber } : null
}

export function receiptText(purchase: ReceiptPurchase, { shop, price, footer }: ReceiptTexts): string {
  const code = receiptCode(purchase)
  const blocks = [
    [shop, receiptTitle],
    receiptFacts(purchase).map(({ label, value }) => `${label}: ${value}`),
    [code && `${code.label}: ${code.text}`, price !== null && `Total: ${rupiahText(price)}`],
    [footer],
  ]
  return blocks
    .map((lines) => lines.filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')
}
