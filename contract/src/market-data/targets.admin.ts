import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, moment, plainText, sentMoment } from '../shared/wire.ts'
import { prefixDigits } from './targets.ts'

/** Prefix of a mobile number, by which its operator is identified. */
const wrongPrefix = `Prefix diawali 08, ${prefixDigits.min} sampai ${prefixDigits.max} angka`
const prefix = boundedText(prefixDigits.max, wrongPrefix).regex(
  new RegExp(`^08\\d{${prefixDigits.min - 2},${prefixDigits.max - 2}}$`),
  wrongPrefix,
)

const operatorRow = z.object({
  code: z.string(),
  name: z.string(),
  prefixes: z.array(z.string()),
  /** Number of brands whose products accept only numbers of this operator. */
  brands: z.int(),
  updateat: moment,
})
export type OperatorRow = z.output<typeof operatorRow>

const wrongCode = 'Kode operator 2 sampai 10 huruf atau angka'
const terms = {
  name: plainText(40).min(1, 'Nama operator wajib diisi'),
  prefixes: z
    .array(prefix)
    .min(1, 'Isi paling sedikit satu prefix')
    .max(100, 'Paling banyak 100 prefix')
    .transform((prefixes) => [...new Set(prefixes)].sort()),
}

export const targetAdminCalls = {
  operators: call('GET', '/api/admin/v1/operator', {
    summary: 'List operators with their number prefixes',
    access: 'admin',
    data: z.array(operatorRow),
  }),
  addOperator: call('POST', '/api/admin/v1/operator', {
    summary: 'Add an operator; its code is never changed',
    access: 'admin',
    stepUp: true,
    body: z.object({
      code: boundedText(30, wrongCode)
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{2,10}$/, wrongCode),
      ...terms,
    }),
    data: operatorRow,
    done: 'Operator ditambahkan',
    refuses: ['operator.exists', 'operator.prefix_used'],
  }),
  changeOperator: call('PATCH', '/api/admin/v1/operator', {
    summary: 'Change the name and the prefixes of an operator; the longest prefix wins, and no two operators share one',
    access: 'admin',
    stepUp: true,
    body: z.object({
      code: plainText(10),
      ...terms,
      /** The `updateat` that the administrator read. If another administrator has changed the row since, the change is refused. */
      updateat: sentMoment.optional(),
    }),
    data: operatorRow,
    done: 'Operator disimpan',
    refuses: ['not_found.operator', 'operator.exists', 'operator.prefix_used', 'catalogue.changed'],
  }),
}
