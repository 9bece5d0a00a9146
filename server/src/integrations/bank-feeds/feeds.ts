import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type BankFeed, FeedError } from './bank-feed.ts'
import { direction, label, seconds, sum, when, words } from './fields.ts'

const hmac = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex')

/** In a time that tells nothing of where they differ. */
function same(received: unknown, ours: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof received === 'string' && timingSafeEqual(digest(received), digest(ours))
}

/** Signed amounts are as good as marked ones. A credit of less than nothing is one that the bank took back: it is no money that came. */
const signed = (amount: bigint, way: bigint) => (amount < 0n ? amount : amount * way)

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
    amount: signed(amount, type),
    description,
    balance: balance ?? null,
  }))

/** Whoever sees a delivery cannot send it to another bank of ours, nor later. */
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

/** It signs neither our bank nor the time, so the account says which bank its rows are about. */
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
    amount: signed(amount, type),
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

/** It sends the secret itself, and signs nothing. */
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
      amount: signed(amount, type),
      description,
      balance: balance ?? null,
    }))
  },
}

export const bankFeeds = { own, moota, cekmutasi }
