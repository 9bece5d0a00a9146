import { describe, expect, test } from 'vitest'
import { readText } from '#integrations/suppliers/answer.ts'
import { compilePatterns, refusedPattern } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'

describe('a seller’s pattern', () => {
  test.each([
    ['sukses['],
    [String.raw`(a)\1`],
    [String.raw`(?<a>a)\k<a>`],
    ['(?<!tidak )sukses'],
    ['(?<=trx )sukses'],
    ['sukses(?= SN)'],
    ['sukses(?! SN)'],
    [String.raw`\p{L}{500}`],
    ['(?:(?:.?){30}){30}'],
    ['a'.repeat(301)],
    ['a{1000}b{1000}'],
    ['(?:(?:ab){100}c){10}'],
    [String.raw`[^]]{1000}\d{900,}`],
  ])('is refused: %s', (success) => {
    expect(refusedPattern({ failed: 'gagal', success })).toMatchObject({ name: 'success' })
    expect(refusedPattern({ failed: 'gagal', success })?.reason).not.toBe('')
  })

  test.each([
    [String.raw`\b(?:sukses|oke)\b`],
    [String.raw`SN\s*=\s*(?<sn>[0-9]+)`],
    ['(?:ab)+'],
    ['[(]a+[)]'],
    ['(a+)+'],
    ['(a|b)*'],
    ['.*.*.*x'],
    ['a{100}'],
    ['sukses {0,3}[{(]{1,3}x{2'],
  ])('is accepted: %s', (success) => {
    expect(refusedPattern({ success })).toBeNull()
  })

  test('may be long, but is refused if all patterns together are too complex', () => {
    const words = 'sukses|berhasil|success|gagal|dibatalkan|failed|refund|tidak berhasil|tidak sukses|sedang diproses|menunggu'
    expect(refusedPattern({ failed: words, pending: words, success: words })).toBeNull()
    const all = { success: words, failed: words, pending: words, notFound: words, refused: words, reference: words, serialNumber: words }
    expect(refusedPattern(all)).toEqual({ name: expect.any(String), reason: expect.stringContaining('terlalu rumit') })
  })

  test('is refused before its repetitions are written out, which would take half a second and megabytes for eight patterns', () => {
    const repeated = (nth: number) => `${'a{1000}'.repeat(41)}${String.fromCharCode(97 + (nth % 26))}${nth}`
    const names = ['success', 'failed', 'pending', 'notFound', 'refused', 'reference', 'serialNumber', 'balance'] as const
    const cpuMs = () => process.cpuUsage().user / 1000
    const before = cpuMs()
    for (let nth = 0; nth < 800; nth += names.length)
      expect(refusedPattern(Object.fromEntries(names.map((name, at) => [name, repeated(nth + at)])))?.reason).toContain('terlalu rumit')
    // Compiling a single one of them takes at least 30 ms.
    expect(cpuMs() - before).toBeLessThan(1_000)
  })

  test.each([
    // The order is delivered according to the seller's pattern, and failed according to the default pattern.
    [{ failed: String.raw`\bgagal\b(?!\s+cetak)`, success: String.raw`\bterkirim\b` }, 'R#123 gagal cetak struk, terkirim ke 0812'],
    [{ failed: String.raw`belum(?=\s+terkirim)`, success: String.raw`\bterkirim\b` }, 'R#123 belum terkirim ke 0812'],
    [{ success: 'LUNAS(?! x)' }, 'R#123 sukses SN 99'],
    [{ success: '(' }, 'R#123 gagal'],
  ])('makes every answer unknown if it was saved although it cannot be run: %j', (patterns, answer) => {
    expect(readText(answer, { reference: '123', target: null }, patterns).state).toBe('unknown')
  })

  test('extracts its named group, else its first group', () => {
    const picked = (serialNumber: string) =>
      readText('OKE 12 345', { reference: null, target: null }, { success: 'OKE', serialNumber }).serialNumber
    expect(picked(String.raw`(\d+) (?<sn>\d+)`)).toBe('345')
    expect(picked(String.raw`(\d+) (\d+)`)).toBe('12')
    expect(picked(String.raw`\d+`)).toBeNull()
  })

  test('reports the right position after surrogate pairs', () => {
    expect(firstFound(compilePatterns({ success: 'OKE' }).success, '😀𝐀 OKE')).toMatchObject({ index: 5, text: 'OKE' })
  })
})
