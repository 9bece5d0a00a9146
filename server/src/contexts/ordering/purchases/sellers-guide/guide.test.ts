import { expect, test } from 'vitest'
import { attemptState } from '../attempt-state.ts'
import { orderAnswers, orderRow, sellersGuide } from './guide.ts'
import { followsText } from './labels.ts'

const timing = { statusRequestAfterMs: 5_000, inTransitMs: 60_000, maxClockSkewMs: 300_000 }
const text = await sellersGuide({ ...timing, outgoingAddresses: ['203.0.113.7', '2001:db8::/64'] })

const held = 'uang tetap ditahan, status ditanyakan lagi'
const back = 'suplier berikutnya dicoba, atau uang kembali ke pembeli'
const paid = 'Anda dibayar, pembeli menerima barangnya'

test("the guide shows sellers' programmers how each answer is interpreted and what happens to the money", async () => {
  const rows = await Promise.all(orderAnswers('MKT1001').map(([asked, answer]) => orderRow(asked, answer, 'MKT1001', timing)))
  expect(rows.map((row) => row.split(' | ').slice(-2).join(': ').replace(/ \|$/, ''))).toEqual([
    `sukses: ${paid}`,
    `sukses: ${paid}`,
    `sedang diproses: ${held}`,
    `gagal: ${back}`,
    `permintaan ditolak: ${back}`,
    `belum diketahui: ${held}`,
    `belum diketahui: ${held}`,
    `belum diketahui: ${held}`,
    `belum diketahui: ${held}`,
    `tidak terkirim: ${back}`,
    `sukses: ${paid}`,
    `sedang diproses: ${held}`,
    `gagal: ${back}`,
    `tidak pernah diterima: pesanan dikirim sekali lagi dengan referensi yang sama`,
    `belum diketahui: ${held}`,
  ])
  for (const row of rows) expect(text).toContain(row)
})

test('the guide shows every request, how it is signed and how its answer is parsed', () => {
  expect(text).toContain('BUDI SANTOSO, 2026-11, tagihan 150000, admin 2500')
  expect(text).toContain('R1/1300VA` | BUDI SANTOSO |')
  expect(text).toContain('| `Saldo 489.750` | 489750 |')
  expect(text).toContain('S10 10150 buka, S20 20100 tutup')
  expect(text).toContain('/pricelist?id=PA0001&pin=4321&user=lapak&pass=rahasia')
  expect(text).toContain('produk=CEKPLN&tujuan=530012345678')
  expect(text).toContain('inqref=INQ77')
  expect(text).toContain('&idtrx=MKT1001&jenis=1')
  expect(text).toContain('&check=1')
  // Computed with the shell command: printf lapakrahasiaMKT1001 | md5sum
  expect(text).toContain('teks    lapakrahasiaMKT1001\nsign    022a747632400473f8239b325cd803ba')
  expect(text).not.toMatch(/undefined|\[object|NaN/)
})

test('the guide shows when the status of an order is requested again, and that a failure after a success changes nothing', () => {
  expect(text).toContain('sesudah 5 detik, 10 detik, 20 detik, 40 detik')
  expect(text).toContain('1 detik sampai 120 detik, biasanya 30 detik.\nJawaban cek tagihan ditunggu paling lama 30 detik')
  expect(text).toContain('Gagal yang datang sesudah sukses: tidak ada yang berubah, petugas memeriksa.')
  expect(text).toContain('statuscode=1&msg=GAGAL` | belum diketahui |')
  expect(followsText({ do: 'wait', state: attemptState.unknown, dueInMs: null, alert: null })).toBe('uang tetap ditahan, petugas memeriksa')
})

test('the guide describes the self-test, its situations and its references', () => {
  expect(text).toContain('10 situasi\n(sukses, gagal, pending, terlambat, ganda, bertentangan, lambat, jawaban rusak')
  expect(text).toContain('`MKTUJI7N1`')
})

test('the guide shows sellers the outgoing IP addresses of the platform, or refers them to an administrator if none are configured', async () => {
  expect(text).toContain('Semua permintaan kami datang dari `203.0.113.7`, `2001:db8::/64`.')
  expect(await sellersGuide({ ...timing, outgoingAddresses: [] })).toContain('hubungi admin untuk alamat kami')
})
