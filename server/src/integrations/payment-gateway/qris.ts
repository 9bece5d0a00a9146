/**
 * A dynamic QRIS code, as national payment apps read it: EMV's merchant-presented form, whose fields are a tag of two digits,
 * a length of two digits, and the value; the last one is a checksum over everything before it.
 */
export interface QrisCode {
  /** Digits of the merchant; the acquirer gives it. */
  merchantId: string
  merchantName: string
  city: string
  /** In whole rupiah. */
  amount: bigint
  reference: string
}

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`

export function qrisText({ merchantId, merchantName, city, amount, reference }: QrisCode): string {
  const account = field('00', 'ID.CO.QRIS.WWW') + field('02', merchantId) + field('03', 'UMI')
  const text = [
    field('00', '01'),
    // For one payment; 11 would be the sticker at a till.
    field('01', '12'),
    field('51', account),
    // Miscellaneous goods, in rupiah.
    field('52', '5999'),
    field('53', '360'),
    field('54', amount.toString()),
    field('58', 'ID'),
    field('59', merchantName.slice(0, 25)),
    field('60', city.slice(0, 15)),
    field('62', field('01', reference.slice(0, 25))),
    '6304',
  ].join('')
  return text + checksum(text)
}

/** CRC-16/CCITT-FALSE, as four digits of hex. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
