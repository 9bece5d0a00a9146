import { expect, test } from 'vitest'
import { readSellerFile } from './seller-file.ts'

const listOf = (rows: number) => Buffer.from(`Reference;Number;Price;Status\n${'LPK1;"08123456789";Rp 10.500;Sukses\n'.repeat(rows)}`)

/** Counts how often the event loop ran other work while the given work was running. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let over = false
  const turn = () => {
    turns += 1
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  await work().finally(() => {
    over = true
  })
  return turns
}

test.each([5_000, 20_000])('a list of %i orders is read in steps that yield to other work', async (rows) => {
  const bytes = listOf(rows)
  const turns = await turnsDuring(async () => expect((await readSellerFile(bytes, 20_000)).rows).toHaveLength(rows))
  expect(turns).toBeGreaterThan(bytes.length / 8_192)
})

test('an invalid file is refused without being read to its end', async () => {
  await expect(readSellerFile(Buffer.from('reference,price,status\n'.padEnd(4_000_001, ' ')), 20_000)).rejects.toThrow(
    'lebih besar dari 4 MB',
  )
  await expect(readSellerFile(listOf(50_000), 20_000)).rejects.toThrow('lebih dari 20000 baris')
  const empty = Buffer.from(`reference,price,status\n${',\n'.repeat(50_000)}`)
  await expect(readSellerFile(empty, 20_000)).rejects.toThrow('lebih dari 20000 baris')
  await expect(readSellerFile(Buffer.from(`reference,price,status\n${'"'.repeat(1_000_001)}`), 20_000)).rejects.toThrow('tabelnya terputus')
  await expect(readSellerFile(Buffer.from('\n'.repeat(1_000_000)), 20_000)).rejects.toThrow('file kosong')
})

test('a surrogate pair is not split at the end of a step', async () => {
  // A line has 17 code units, so that steps end at every position within a line.
  const { rows } = await readSellerFile(Buffer.from(`reference;number;price;status\n${'LPK01;\u{1f600};10500;1\n'.repeat(5_000)}`), 5_000)
  expect(new Set(rows.map(({ number }) => number))).toEqual(new Set(['\u{1f600}']))
})

test.each(['constructor', '__proto__', 'valueOf', 'toString'])('the text %s is not accepted as the state of an order', async (word) => {
  const { rows, errors } = await readSellerFile(Buffer.from(`reference;price;status\nLPK1;10500;${word}\n`), 10)
  expect({ rows, errors }).toEqual({ rows: [], errors: [{ line: 2, text: 'status tidak dikenal' }] })
})

test('a target number is read without direction marks and without the apostrophe that follows them', async () => {
  const lines = "LPK1;\u202a+62 812\u202c\u200b;10500;1\nLPK2;\u202a 0812;10500;1\nLPK3;\u202a'0812;10500;1\n"
  const { rows } = await readSellerFile(Buffer.from(`reference;number;price;status\n${lines}`), 10)
  expect(rows.map(({ number }) => number)).toEqual(['+62 812', '0812', '0812'])
})

test.each([
  ['UTF-16', (bytes: Buffer) => bytes],
  ['UTF-16, the other way round', (bytes: Buffer) => bytes.swap16()],
])('in %s, a surrogate pair is not split where a part of the file ends', async (_, turned) => {
  // A line has 17 code units, so that parts end at every position within a line.
  const text = `\ufeffreference;number;price;status\n${'LPK01;\u{1f600};10500;1\n'.repeat(20_000)}`
  const { rows } = await readSellerFile(turned(Buffer.from(text, 'utf16le')), 20_000)
  expect(new Set(rows.map(({ number }) => number))).toEqual(new Set(['\u{1f600}']))
})
