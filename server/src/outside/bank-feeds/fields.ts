import { z } from 'zod'
import { senOf } from '#money/sen.ts'

/** Feeds send sums as numbers and as texts, with decimals and without. */
export const sum = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,15}(\.\d+)?$/))
  .transform((text) => text.replace(/(\.\d\d)0+$/, '$1'))
  .pipe(z.string().regex(/^-?\d+(\.\d{1,2})?$/))
  .transform(senOf)

/** Numbers and texts alike. */
export const label = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(200))

export const direction = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['cr', 'c', 'k', 'credit', 'kredit', 'db', 'd', 'debit', 'debet']))
  .transform((text) => (['cr', 'c', 'k', 'credit', 'kredit'].includes(text) ? 1n : -1n))

const withoutZone = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/

/** A moment, in Jakarta where no zone is named; or a day. */
export const when = z.string().transform((text, context) => {
  const match = withoutZone.exec(text.trim())
  const at = new Date(match ? `${match[1]}T${match[2] ?? '00:00'}+07:00` : text)
  if (Number.isNaN(at.getTime())) {
    context.addIssue({ code: 'custom', message: 'bukan waktu' })
    return z.NEVER
  }
  return { at, hasTime: match === null || match[2] !== undefined }
})

export const words = z
  .string()
  .nullish()
  .transform((text) =>
    (text ?? '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 500),
  )
