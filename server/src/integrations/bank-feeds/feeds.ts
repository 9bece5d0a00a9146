import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { senMax } from '@lapak/contract/shared/money'
import { z } from 'zod'
import { senOf } from '#shared/money/sen.ts'
import { type BankFeed, FeedError, type FeedRow } from './bank-feed.ts'

// — Fields

/** Feeds send amounts as numbers or strings, with or without decimals. */
const sum = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,15}(\.\d+)?$/))
  .transform((text) => text.replace(/(\.\d\d)0+$/, '$1'))
  .pipe(z.string().regex(/^-?\d+(\.\d{1,2})?$/))
  .transform(senOf)
  .pipe(z.bigint().min(-senMax).max(senMax))

/** A text that feeds send as a string or as a number. */
const label = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(200))

const direction = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['cr', 'c', 'k', 'credit', 'kredit', 'db', 'd', 'debit', 'debet']))
  .transform((text) => (['cr', 'c', 'k', 'credit', 'kredit'].includes(text) ? 1n : -1n))

const isoDay = z.iso.date()
const isoMoment = z.iso.datetime({ offset: true, local: true })
const zone = /(?:Z|[+-]\d\d:\d\d)$/

/**
 * Parses a time (in Asia/Jakarta if no zone is given) or a day. Only the ISO format is accepted: in other formats the day and the month could be
 * confused.
 */
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

/** Accepts times up to one day in the future, since some feeds send times of a time zone that is ahead. */
const when = dayOrMoment.refine(({ at }) => hasCome(at), 'bukan waktu')

/** Seconds since 1970. */
const seconds = z.coerce
  .number()
  .transform((unix) => new Date(unix * 1000))
  .refine(hasCome, 'bukan waktu')

const words = z
  .string()
  .nullish()
  .transform((text) =>
    (text ?? '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 500),
  )

// — Feeds

const hmac = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex')

/** Compares in constant time. */
function same(received: unknown, ours: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof received === 'string' && timingSafeEqual(digest(received), digest(ours))
}

/** A negative amount is outgoing money even if it is marked as a credit: a negative credit is a credit that the bank reversed. */
const signed = (amount: bigint, way: bigint): Pick<FeedRow, 'amount' | 'isReversal'> => ({
  amount: amount < 0n ? amount : amount * way,
  ...(amount < 0n && way > 0n && { isReversal: true as const }),
})

function parsed<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new FeedError('bukan JSON')
  }
  const read = schema.safeParse(json)
  if (!read.success) throw new FeedError(read.error.issues[0]?.path.join('.') || 'bentuk tidak dikenal')
  return read.data
}

const rowsMax = 1000
const oneOrMore = <Row extends z.ZodType>(row: Row) => z.union([z.array(row).max(rowsMax), row.transform((one) => [one])])

const ownRow = z
  .object({
    id: label.nullish(),
    time: when,
    description: words,
    amount: sum,
    type: direction,
    balance: sum.nullish(),
    account: label.nullish(),
  })
  .transform(({ id, time, description, amount, type, balance, account }) => ({
    id: id || null,
    accountNo: account || null,
    ...time,
    ...signed(amount, type),
    description,
    balance: balance ?? null,
  }))

/**
 * The signature covers the bank and the time, so a captured delivery cannot be replayed for another bank of the platform, nor after this many
 * seconds.
 */
const freshSeconds = 300

const own: BankFeed = {
  name: 'feed',
  proves({ bank, headers, body, now }, secret) {
    const timestamp = headers['x-timestamp']
    const isFresh = Math.abs(now.getTime() / 1000 - Number(timestamp)) <= freshSeconds
    return isFresh && same(headers['x-signature'], `sha256=${hmac(`${bank}.${timestamp}.${body}`, secret)}`)
  },
  rows: (body) => parsed(oneOrMore(ownRow), body),
}

/** Moota and CekMutasi sign neither the bank nor the time. Their rows must contain the account number, which decides the bank account of the rows. */
const accountNumber = label.pipe(z.string().regex(/\d/))

const mootaRow = z
  .object({
    mutation_id: label.nullish(),
    account_number: accountNumber,
    date: when,
    description: words,
    amount: sum,
    type: direction,
    balance: sum.nullish(),
  })
  .transform(({ mutation_id, account_number, date, description, amount, type, balance }) => ({
    id: mutation_id || null,
    accountNo: account_number,
    ...date,
    ...signed(amount, type),
    description,
    balance: balance ?? null,
  }))

const moota: BankFeed = {
  name: 'moota',
  proves: ({ headers, body }, secret) => same(headers.signature, hmac(body, secret)),
  rows: (body) => parsed(z.array(mootaRow).max(rowsMax), body),
}

const report = z.object({
  content: z.object({
    account_number: accountNumber,
    data: z
      .array(
        z.object({
          id: label.nullish(),
          unix_timestamp: seconds,
          type: direction,
          amount: sum,
          description: words,
          balance: sum.nullish(),
        }),
      )
      .max(rowsMax),
  }),
})

/** CekMutasi sends the secret itself in a header and does not sign the body. */
const cekmutasi: BankFeed = {
  name: 'cekmutasi',
  proves: ({ headers }, secret) => same(headers['api-signature'], secret),
  rows(body) {
    const { content } = parsed(report, body)
    return content.data.map(({ id, unix_timestamp, type, amount, description, balance }) => ({
      id: id || null,
      accountNo: content.account_number,
      at: unix_timestamp,
      hasTime: true,
      ...signed(amount, type),
      description,
      balance: balance ?? null,
    }))
  },
}

export const bankFeeds = { own, moota, cekmutasi }
