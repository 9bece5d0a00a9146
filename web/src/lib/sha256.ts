/*
 * SHA-256 (FIPS 180-4). The browser's own `crypto.subtle` exists only on https and localhost, and a counter may well
 * reach Lapak by the plain address of a machine in the shop.
 */

/** The first 32 bits of the fractional part of a root of each of the first primes. */
const fractions = (power: number, count: number) => {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false
    if (prime) found.push(((candidate ** power % 1) * 2 ** 32) | 0)
  }
  return found
}
const start = fractions(1 / 2, 8)
const rounds = fractions(1 / 3, 64)

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Lower-case hex of the text's UTF-8. */
export function sha256(text: string): string {
  const state = Int32Array.from(start)
  const padded = paddedBytes(new TextEncoder().encode(text))
  for (let offset = 0; offset < padded.byteLength; offset += 64) digestBlock(state, new DataView(padded.buffer, offset, 64))
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** A one bit, zeros, and the length in bits, up to whole blocks of 64 bytes. */
function paddedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  return padded
}

function digestBlock(state: Int32Array, block: DataView) {
  const words = schedule(block)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [index, word] of words.entries()) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const first = h + high + ((e & f) ^ (~e & g)) + (rounds[index] ?? 0) + word
    const second = low + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}

function schedule(block: DataView): Int32Array {
  const words = new Int32Array(64)
  for (let index = 0; index < 16; index++) words[index] = block.getInt32(index * 4)
  for (let index = 16; index < 64; index++) {
    const [before2 = 0, before7 = 0, before15 = 0, before16 = 0] = [2, 7, 15, 16].map((back) => words[index - back])
    const small = turned(before15, 7) ^ turned(before15, 18) ^ (before15 >>> 3)
    const large = turned(before2, 17) ^ turned(before2, 19) ^ (before2 >>> 10)
    words[index] = before16 + small + before7 + large
  }
  return words
}
