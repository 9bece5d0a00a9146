import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

interface Sized {
  complete: boolean
  naturalWidth: number
}

/** Stands for a missing picture. */
const initialsOf = (name: string) => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '', second] = words
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase()
}

/** The picture is there and could be drawn; what has none shows its initials instead. */
export async function expectPicture(within: Locator, name: string, address: string | null) {
  if (address === null)
    return expect(await within.getByText(initialsOf(name), { exact: true }).count(), `initials of ${name}`).toBeGreaterThan(0)
  const picture = within.locator(`img[src="${address}"]`).first()
  // Those further down are loaded when they come into view.
  await picture.scrollIntoViewIfNeeded()
  const drawn = () => picture.evaluate((image) => (image as unknown as Sized).complete && (image as unknown as Sized).naturalWidth > 0)
  await expect.poll(drawn, { message: `the picture of ${name}` }).toBe(true)
}

/** A red square, as an encoder writes it. */
function png(): Buffer {
  const size = 64
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0])
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, Buffer.from([200, 30, 30]))])
  const lines = Buffer.concat(Array.from({ length: size }, () => line))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** As a file input takes it. */
export const picture = () => ({ name: 'toko.png', mimeType: 'image/png', buffer: png() })
