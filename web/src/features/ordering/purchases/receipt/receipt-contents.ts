import type { PurchaseDetail, PurchaseRow } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { inFours } from '#lib/targets.ts'

/** A row of the list is sufficient; with the details the receipt contains more. */
export type Receipted = PurchaseRow & Partial<Pick<PurchaseDetail, 'serialparts' | 'customername' | 'period' | 'customerprice'>>

/** Texts that the reseller adds. */
export interface ReceiptWords {
  shop: string
  /** The price for the customer; null leaves it out. */
  price: bigint | null
  footer: string
}

export const receiptTitle = 'Struk pembelian'

/** Never contains the reseller's own price. */
export function receiptFacts(purchase: Receipted): { label: string; value: string }[] {
  const parts = purchase.serialparts
  const facts = [
    { label: 'Tanggal', value: wib(purchase.updateat) },
    { label: 'No. transaksi', value: purchase.id.toString() },
    { label: 'Produk', value: purchase.productname },
    { label: 'Nomor tujuan', value: inFours(purchase.target) },
    { label: 'Nama', value: purchase.customername ?? parts?.name },
    { label: 'Tarif / daya', value: [parts?.tariff, parts?.power].filter(Boolean).join(' / ') },
    { label: 'Jumlah kWh', value: parts?.kwh },
    { label: 'Periode', value: purchase.period },
  ]
  return facts.filter((fact): fact is { label: string; value: string } => Boolean(fact.value))
}

/** The serial number; for a known format only the token in groups of four, as it is typed into the meter. */
export function receiptCode({ serialnumber, serialparts }: Receipted): { label: string; text: string } | null {
  if (serialparts?.token) return { label: 'TOKEN', text: inFours(serialparts.token.replace(/\D/g, '')) }
  return serialnumber ? { label: 'SN / Ref', text: serialnumber } : null
}

export function receiptText(purchase: Receipted, { shop, price, footer }: ReceiptWords): string {
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
