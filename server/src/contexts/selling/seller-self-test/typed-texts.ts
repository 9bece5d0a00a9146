import { selfTestProduct } from '@lapak/contract/selling/seller-self-test'
import type { SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'

/**
 * What a seller typed of what is asked: whoever has its session could read its PIN out of what is hidden in the conversation. Of texts that
 * are more than values only the runs of digits, as a PIN is, so that answers stay readable.
 */
export function typedTexts({ apiUrl, userId, username, templates }: SupplierAccess, { target, productCode }: SupplierOrder): string[] {
  const values: Record<string, string> = { tujuan: target, kodeproduk: productCode, userid: userId, username }
  const addresses = [apiUrl, ...Object.values(templates)].map((text) =>
    text.replace(/^https?:\/\/[^/?#]*/i, '').replace(/\[([a-z]+)\]/gi, (_: string, name: string) => values[name.toLowerCase()] ?? ' '),
  )
  const texts = [...addresses, ...addresses.map(decoded), userId, username]
  // Everybody's code is no guess, and stands in every reference.
  return [target, ...(productCode === selfTestProduct ? [] : [productCode]), ...texts.flatMap((text) => text.match(/\d{4,}/g) ?? [])]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
