import { expect, test } from 'vitest'
import { contactAddress } from '#features/selling/sellers/seller-head.tsx'

test.each([
  ['t.me/sinarpulsa', 'https://t.me/sinarpulsa'],
  ['https://t.me/sinarpulsa/', 'https://t.me/sinarpulsa'],
  ['HTTP://WA.ME/6281230003001', 'https://wa.me/6281230003001'],
  ['@sinar_pulsa', 'https://t.me/sinar_pulsa'],
  [' 0812-3000 3001 ', 'https://wa.me/6281230003001'],
  ['+62 812 3000 3001', 'https://wa.me/6281230003001'],
])('turns the contact %j into a link', (contact, address) => {
  expect(contactAddress(contact)).toBe(address)
})

test.each([
  'Hendra Wijaya',
  'javascript:alert(1)',
  'https://t.me.example.com/sinar',
  'https://example.com/t.me/sinar',
  't.me/sinar/../../x',
  'wa.me/62812?text=hadiah',
  '021 555',
  '',
])('does not turn the contact %j into a link', (contact) => {
  expect(contactAddress(contact)).toBeNull()
})
