import { readFile } from 'node:fs/promises'
import { nameMin } from '@lapak/contract/auth/access'
import { personName } from '@lapak/contract/shared/names'
import { emailPattern } from '@lapak/contract/shared/wire'
import { z } from 'zod'
import { normalPhone } from '#contexts/members/otp/otp.ts'

export const email = z.string().trim().max(200).regex(emailPattern, 'is not an e-mail address')

export const phone = z.string().transform((text, context) => {
  const digits = normalPhone(text)
  if (digits === null) context.addIssue({ code: 'custom', message: 'is not an Indonesian mobile number' })
  return digits ?? ''
})

export const administratorName = personName(100).min(nameMin)

export const accountNumber = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, 'must be 5 to 20 digits')

export const basisPoints = z.coerce.number().int().min(0).max(1_000)

/** The transfer methods of the first migration. */
export const banks = ['BCA', 'MANDIRI', 'BRI', 'BNI'] as const

/** What `npm run setup` needs to know; `docs/setup.example.json` is an example. All of it may be missing. */
const answers = z.strictObject({
  /** The first one and the others. */
  administrators: z
    .array(z.strictObject({ email, name: administratorName.default('Administrator') }))
    .max(10)
    .default([]),
  /** Where a test message is sent. */
  testEmail: email.optional(),
  testPhone: phone.optional(),
  /** The bank accounts that members transfer to. */
  accounts: z.array(z.strictObject({ bank: z.enum(banks), number: accountNumber, owner: z.string().trim().min(3).max(100) })).default([]),
  /** Whether the starter catalogue of Indonesia is added: categories, brands and products without prices. */
  catalogue: z.boolean().default(false),
  /** What the platform keeps of each sale: 100 basis points are 1 %. */
  commissionBasisPoints: basisPoints.optional(),
})
export type Answers = z.output<typeof answers>

export const noAnswers = answers.parse({})

export class AnswersError extends Error {}

/** Throws `AnswersError` with a line for each mistake. */
export async function readAnswers(file: string): Promise<Answers> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AnswersError(`${file} cannot be read (${error.code ?? error.message})`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new AnswersError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const read = answers.safeParse(json)
  if (read.success) return read.data
  throw new AnswersError(read.error.issues.map(({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`).join('\n'))
}
