import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstOperators } from '../../../../test/operators.ts'
import { Operators } from './targets.ts'

let operators: Operators
let codes: string[]
beforeAll(async () => {
  ;({ operators, codes } = await firstOperators())
})
const operatorOf = (target: string) => operators.operatorOf(target)
const normalizeTarget: Operators['normalizeTarget'] = (...asked) => operators.normalizeTarget(...asked)
const targetFits: Operators['targetFits'] = (...asked) => operators.targetFits(...asked)

describe('operatorOf', () => {
  test.each([
    ['081112345678', 'TSEL'],
    ['081234567890', 'TSEL'],
    ['085312345678', 'TSEL'],
    ['085112345678', 'TSEL'],
    ['085154123456', 'BYU'],
    ['085158123456', 'BYU'],
    ['085153123456', 'TSEL'],
    ['085159123456', 'TSEL'],
    ['085712345678', 'ISAT'],
    ['081612345678', 'ISAT'],
    ['081712345678', 'XL'],
    ['087812345678', 'XL'],
    ['085912345678', 'XL'],
    ['083812345678', 'AXIS'],
    ['089512345678', 'TRI'],
    ['088112345678', 'SMART'],
  ])('maps %s to %s', (target, code) => {
    expect(operatorOf(target)?.code).toBe(code)
  })

  test.each([
    '+6281234567890',
    '6281234567890',
    '+62 812-3456-7890',
    ' 0812 3456 7890 ',
    '0812.3456.7890',
    '+62 0812 3456 7890',
    '\u202a+62 812\u20113456\u20117890\u202c',
    '0812',
  ])('reads the number %j', (target) => {
    expect(operatorOf(target)?.name).toBe('Telkomsel')
  })

  test.each(['', '08', '0810123456', '0215551234', '14123456789', '812345678', 'toko@0812.id', '123456789(1234)'])(
    'returns null for %j',
    (target) => {
      expect(operatorOf(target)).toBeNull()
    },
  )
})

describe('normalizeTarget', () => {
  test.each([
    ['+62 812-3456-7890', '081234567890'],
    ['6281234567890', '081234567890'],
    ['62 812 3456 7890', '081234567890'],
    ['0812.3456.7890', '081234567890'],
    ['\u202a+62 812\u20113456\u20117890\u202c', '081234567890'],
    ['021-555 1234', '0215551234'],
    ['+62 21 555 1234', '0215551234'],
  ])('changes %j to %s', (raw, expected) => {
    expect(normalizeTarget(raw)).toBe(expected)
  })

  test.each([
    '12345678 2001',
    '12345678(2001)',
    '800-123-456',
    'toko.ku@contoh.id',
    'Lapak#ID1',
    '14 1234 56789',
    '0001234567890',
    '8888801234567890',
    '62800123456',
    '628123',
  ])('leaves %j unchanged', (id) => {
    expect(normalizeTarget(`  ${id} `)).toBe(id)
  })

  test('applies exactly the rules of the kind if the kind is known', () => {
    expect(normalizeTarget(' 6281234567890 ', 'text')).toBe('6281234567890')
    expect(normalizeTarget('1412-3456 789', 'digits')).toBe('14123456789')
    expect(normalizeTarget('6281234567890', 'digits')).toBe('6281234567890')
    expect(normalizeTarget('62 812', 'mobile')).toBe('0812')
    // Spreadsheets drop the leading zero, and some people dial 00 for abroad. The id of a game player or a meter number may look the same.
    expect(normalizeTarget('81234567890', 'mobile')).toBe('081234567890')
    expect(normalizeTarget('0062 812-3456-7890', 'mobile')).toBe('081234567890')
    expect(normalizeTarget('00620812 3456 7890', 'mobile')).toBe('081234567890')
    expect(normalizeTarget('8123', 'mobile')).toBe('8123')
    expect(normalizeTarget('80123456789', 'mobile')).toBe('80123456789')
    for (const id of ['81234567890', '0062812345678'])
      for (const kind of ['digits', 'text'] as const) expect(normalizeTarget(id, kind)).toBe(id)
    expect(normalizeTarget('81234567890')).toBe('81234567890')
    expect(normalizeTarget('bukan nomor', 'mobile')).toBe('bukan nomor')
  })

  test('returns its own result unchanged', () => {
    const hostile = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'+0628159 -.('.split('')) }))
    fc.assert(
      fc.property(hostile, (raw) => {
        expect(normalizeTarget(normalizeTarget(raw))).toBe(normalizeTarget(raw))
      }),
    )
  })
})

describe('targetFits', () => {
  test('accepts only complete numbers of the operator', () => {
    expect(targetFits('+62 812-3456-7890', 'TSEL')).toBe(true)
    expect(targetFits('0812345678', 'TSEL')).toBe(true)
    expect(targetFits('081234567', 'TSEL')).toBe(false)
    expect(targetFits('08123456789012', 'TSEL')).toBe(false)
    expect(targetFits('087812345678', 'TSEL')).toBe(false)
    expect(targetFits('081012345678', 'TSEL')).toBe(false)
    expect(targetFits('toko@contoh.id', 'TSEL')).toBe(false)
  })

  test('refuses by.U numbers for Telkomsel, and Telkomsel numbers for by.U', () => {
    expect(targetFits('085155123456', 'BYU')).toBe(true)
    expect(targetFits('085155123456', 'TSEL')).toBe(false)
    expect(targetFits('085212345678', 'BYU')).toBe(false)
  })

  test('accepts any target except an empty target for a brand without an operator', () => {
    expect(targetFits('14123456789', null)).toBe(true)
    expect(targetFits(' \u200b ', null)).toBe(false)
  })

  test('refuses the beginning of a number, although `beginningFits` accepts it', () => {
    for (const beginning of ['0812', '+62812', '62812', '08123456', '081234567890'])
      expect(operators.beginningFits(beginning, 'TSEL')).toBe(true)
    expect(targetFits('0812', 'TSEL')).toBe(false)
    for (const beginning of ['081', '0878', '08123456789012', '8123', 'toko', ''])
      expect(operators.beginningFits(beginning, 'TSEL')).toBe(false)
    expect(operators.beginningFits('085155', 'BYU')).toBe(true)
    expect(operators.beginningFits('085155', 'TSEL')).toBe(false)
    expect(operators.beginningFits('1412', null)).toBe(true)
  })

  test('accepts only targets whose normalized form is a number in national form', () => {
    const spelled = fc
      .tuple(
        fc.constantFrom('0', '62', '+62', '+62 ', '0062', '0062 '),
        fc.constantFrom('812', '85155', '857', '878', '838', '895', '888'),
        fc.stringMatching(/^\d{4}[- ]?\d{3,4}$/),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(spelled, fc.constantFrom(...codes), (target, code) => {
        if (targetFits(target, code)) expect(normalizeTarget(target)).toMatch(/^08\d{8,11}$/)
      }),
    )
  })
})

describe('a prefix that moves to another operator', () => {
  const [from, to] = [
    { code: 'AXIS', name: 'Axis', prefixes: ['0831'] },
    { code: 'XL', name: 'XL', prefixes: ['0817', '0832'] },
  ]
  test.each([
    ['is told', [from, to]],
    ['receives it', [to, from]],
  ])('belongs to the new operator, whichever update is applied first (here that of the operator that %s)', (_, updates) => {
    const known = new Operators()
    known.set({ ...from, prefixes: ['0831', '0832'] })
    for (const operator of updates) known.set(operator)
    expect(['0831', '0832', '0817'].map((prefix) => known.operatorOf(prefix)?.code)).toEqual(['AXIS', 'XL', 'XL'])
  })
})
