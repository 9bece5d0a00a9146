import { expect, test } from 'vitest'
import { crc16, qrisText } from '#integrations/payment-gateway/sandbox.ts'

test('the checksum of a text equals the check value of the standard', () => {
  expect(crc16('123456789')).toBe('29B1')
})

test('the checksum of a published QRIS code equals the checksum that the code contains', () => {
  const published =
    '00020101021226700018COM.CONTOHBANK.WWW011893600000000000001702150000000000000170303UMI51440014ID.CO.QRIS.WWW0215ID10200000000170303UMI52044814530336054061001235802ID5920PASAR DIGITAL CONTOH6006MALANG61056511163041586'
  expect(crc16(published.slice(0, -4))).toBe(published.slice(-4))
})

test('a QRIS code contains its amount once, and the length of each field', () => {
  const text = qrisText({ merchantId: 'ID1020000000017', merchantName: 'LAPAK', city: 'JAKARTA', amount: 100_123n, reference: 'TP-AB-7' })
  const fields = fieldsOf(text)
  expect(fields).toMatchObject({ '00': '01', '01': '12', '53': '360', '54': '100123', '58': 'ID', '59': 'LAPAK', '62': '0107TP-AB-7' })
  expect(fields['63']).toBe(crc16(text.slice(0, -4)))
})

function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    fields[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  return fields
}
