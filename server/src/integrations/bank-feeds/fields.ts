import { senMax } from '@lapak/contract/shared/money'
import { z } from 'zod'
import { senOf } from '#shared/money/sen.ts'

/** Feeds send sums as numbers and as texts, with decimals and without. */
export const sum = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,15}(\.\d+)?$/))
  .transform((text) => text.replace(/(\.\d\d)0+$/, '$1'))
  .pipe(z.string().regex(/^-?\d+(\.\d{1,2})?$/))
  .transform(senOf)
  .pipe(z.bigint().min(-senMax).max(senMax))

/** Numbers and texts alike. */
export const label = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(200))

export const direction = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['cr', 'c', 'k', 'credit', 'kredit', 'db', 'd', 'debit', 'debet']))
  .transform((text) => (['cr', 'c', 'k', 'credit', 'kredit'].includes(text) ? 1n : -1n))

const isoDay = z.iso.date()
const isoMoment = z.iso.datetime({ offset: true, local: true })
const zone = /(?:Z|[+-]\d\d:\d\d)$/

/** A moment, in Jakarta where no zone is named; or a day. Nothing else is read as one, since who guesses takes the day for the month. */
const dayOrMoment = z.string().transform((text, context) => {
  const iso = text.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')
  if (isoDay.safeParse(iso).success) return { at: new Date(`${iso}T00:00+07:00`), hasTime: false }
  if (isoMoment.safeParse(iso).success) return { at: new Date(zone.test(iso) ? iso : `${iso}+07:00`), hasTime: true }
  context.addIssue({ code: 'custom', message: 'bukan waktu' })
  return z.NEVER
})

const dayMs = 86_400_000
const first = Date.parse('2000-01-01T00:00+07:00')
const hasCome = (at: Date) => at.getTime() >= first && at.getTime() <= Date.now() + dayMs

/** Some feeds run ahead by a zone, none by more than a day. */
export const when = dayOrMoment.refine(({ at }) => hasCome(at), 'bukan waktu')

/** Since 1970. */
export const seconds = z.coerce
  .number()
  .transform((unix) => new Date(unix * 1000))
  .refine(hasCome, 'bukan waktu')

export const words = z
  .string()
  .nullish()
  .transform((text) =>
    (text ?? '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 500),
  )
