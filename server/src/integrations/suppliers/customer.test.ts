import { expect, test } from 'vitest'
import { readCustomer } from '#integrations/suppliers/inquiry.ts'
import { irsVerdict } from '#integrations/suppliers/irs/irs.ts'

const expected = { reference: 'INQ1', target: '14012345678' }
const read = (body: string) => readCustomer(body, expected, {}, irsVerdict)
const json = (fields: object) => JSON.stringify({ success: true, rc: '00', reffid: 'INQ1', ...fields })

test.each([
  ['a label', 'R#INQ1 CEKPLN.14012345678 SUKSES. Nama: BUDI SANTOSO, Tarif: R1, Daya: 1300VA', 'BUDI SANTOSO'],
  ['the serial number', 'R#INQ1 CEKPLN.14012345678 SUKSES. SN: SITI LESTARI/R1/900VA. Saldo 10.000', 'SITI LESTARI'],
  ['behind the number of the customer', json({ msg: 'SUKSES', sn: '530012345678/AGUS WIJAYA/R1M/900' }), 'AGUS WIJAYA'],
  ['a field', json({ msg: 'SUKSES', nama_pelanggan: "RINA D'COSTA" }), "RINA D'COSTA"],
  ['starred out', json({ msg: 'SUKSES', nama: 'JO** PRA****' }), 'JO** PRA****'],
])('a customer name is read: %s', (_, body, customerName) => {
  expect(read(body)).toMatchObject({ state: 'found', customerName })
})

test.each([
  ['of another question', json({ reffid: 'INQ2', msg: 'SUKSES', nama: 'BUDI' }), 'unknown'],
  ['no number of anybody', 'R#INQ1 CEKPLN.14012345678 GAGAL. Nomor pelanggan salah. Nama: BUDI', 'failed'],
  ['nothing', 'R#INQ1 CEKPLN.14012345678 SUKSES.', 'unknown'],
  ['not a name but an address', json({ nama: 'KLIK www.tipu.com' }), 'unknown'],
  ['not a name but a telephone', json({ nama: 'HUBUNGI 081234567890' }), 'unknown'],
  ['not a name but a page', json({ nama: '<b>BUDI</b>' }), 'unknown'],
  ['not a name but digits', json({ nama: '14012' }), 'unknown'],
  ['not JSON to the end', '{"success":true,"nama":"BUDI', 'unknown'],
])('no customer name is read from an answer: %s', (_, body, state) => {
  expect(read(body).state).toBe(state)
})
