import fc from 'fast-check'

/** Answers of suppliers, 64 kB long, made to be slow to parse. */
const length = 64 * 1024

const leads = ['SN: a', 'R#MKT-1001 SUKSES ', 'saldo', 'TrxID', 'tidak', 'time', 'nama', 'status=1&message=', '']
const fillers = [
  ' ',
  '\u2028',
  '\t.',
  '-',
  '.,',
  '1',
  '1.',
  'a',
  'A0 ',
  'SN: a ',
  'R#x ',
  'Ref: ',
  'saldo 1.',
  'tidak ',
  'nama ',
  '%20',
  'q',
  'msg=',
]

const filled = (lead: string, parts: string[], end: string) => {
  const piece = parts.join('')
  return lead + piece.repeat(Math.max(1, Math.floor((length - lead.length - end.length) / Buffer.byteLength(piece)))) + end
}

const filler = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fillers) }, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }))
const text = fc
  .tuple(fc.constantFrom(...leads), fc.array(filler, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '~', 'z', 'x'))
  .map(([lead, parts, end]) => filled(lead, parts, end))

const short = (whole: string) => whole.slice(0, length / 8)
const inJson = fc
  .record({
    success: fc.boolean(),
    msg: text.map(short),
    sn: text.map(short),
    rc: fc.constantFrom('00', '68', '1'),
    saldo: fc.constantFrom('1', '1.000', '-'),
  })
  .map((fields) => JSON.stringify(fields))
const shapes = fc.constantFrom(
  `{${Array.from({ length: 6_000 }, (_, nth) => `"k${nth}":1`).join(',')}}`,
  `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  `[${'{},'.repeat(21_000)}{}]`,
  `${'['.repeat(32_000)}${']'.repeat(32_000)}`,
  `{"msg":"${'\\u0020'.repeat(10_000)}"}`,
  `{"data":{${Array.from({ length: 6_000 }, (_, nth) => `"k${nth}":"SN"`).join(',')}}}`,
  `{"ref_id":"MKT-1001","status":"Sukses",${Array.from({ length: 90 }, (_, nth) => `"l${nth}":[${Array.from({ length: 20 }, () => '{"status":"done"}').join(',')}]`).join(',')}}`,
  `{"ref_id":"MKT-1001","status":"Sukses",${Array.from({ length: 1_500 }, (_, nth) => `"x${nth}_status":"sukses ${nth}"`).join(',')}}`,
)

export const hostileAnswer: fc.Arbitrary<string> = fc.oneof({ weight: 3, arbitrary: text }, inJson, shapes)

const worst = (times: number) => `(?:.?){${times}}z`

/** The most expensive patterns that a seller may save. */
export const worstPatterns = {
  success: worst(45),
  failed: worst(45),
  pending: worst(45),
  notFound: worst(40),
  refused: worst(30),
  reference: worst(20),
  serialNumber: worst(20),
  balance: worst(20),
}
