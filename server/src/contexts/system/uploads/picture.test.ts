import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Refusal } from '#http/refusal.ts'
import { cpuMs, within } from '../../../../test/within.ts'
import { readPicture } from './picture.ts'

test('two pictures are processed and twenty wait, and further ones are refused until a place in the queue is free', async () => {
  const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  const crowd = await Promise.allSettled(Array.from({ length: 30 }, () => readPicture(file)))
  const refused = crowd.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.map((reason) => reason instanceof Refusal && [reason.code, reason.retryAfterSeconds])).toEqual(
    Array(8).fill(['rate.too_many', 5]),
  )
  const again = await Promise.all(Array.from({ length: 22 }, () => readPicture(file)))
  expect(again.map(({ width }) => width)).toEqual(Array(22).fill(64))
})

test('a refused picture frees its place in the queue', async () => {
  const nothing = Buffer.from('bukan gambar')
  for (let nth = 0; nth < 5; nth++) await expect(readPicture(nothing)).rejects.toMatchObject({ code: 'upload.not_an_image' })
  const good = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  expect(await readPicture(good)).toMatchObject({ width: 9, height: 9 })
})

test('a PNG with 400,000 chunks is refused without reading all of them', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const header = 8 + 25
  const empty = Buffer.from([0, 0, 0, 0, ...Buffer.from('juNk'), ...crcOf(Buffer.from('juNk'))])
  const many = Buffer.concat([png.subarray(0, header), ...Array(400_000).fill(empty), png.subarray(header)])
  const refused = () => expect(readPicture(many)).rejects.toMatchObject({ code: 'upload.not_an_image' })
  await within(20, () => cpuMs(refused))
})

function crcOf(bytes: Buffer): Buffer {
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(bytes))
  return crc
}
