import { z } from 'zod'
import { rupiahMax } from './money.ts'

/** The wire's shapes that no single feature owns: envelope, paging, money, dates, codes. */

/** Whole rupiah. A safe integer on the wire, `bigint` everywhere inside. */
export const rupiah = z.codec(z.int(), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (money) => Number(money),
})

const tooLong = (max: number) => `Maksimal ${max} karakter`

/**
 * A text of at most so many characters. Where it is longer, nothing else looks at it: every other check, and whatever changes it, would work for who
 * sends it. So this stands first wherever a text comes in (`server/test/hostile-input.test.ts` tries all of them).
 */
export const boundedText = (max: number, wrong = tooLong(max)) => z.string().max(max, { error: wrong, abort: true })

/** Spaces around a text that was typed or pasted; they go before it is measured. */
const paddingMax = 200

/**
 * Whole rupiah from a request. Text with separators ("10.500", "10,500") is read too, because client software sends it: of one kind, and not after a
 * leading 0, which nobody writes in thousands.
 */
export const rupiahAsked = z
  .union([z.int(), boundedText(30, 'Nominal tidak valid').regex(/^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$|^\d+$/, 'Nominal tidak valid')])
  .transform((wire) => BigInt(typeof wire === 'number' ? wire : wire.replace(/[.,]/g, '')))
  .pipe(z.bigint().min(1n, 'Nominal tidak valid').max(rupiahMax, 'Nominal tidak valid'))

/** Beyond, a number of JavaScript counts no sen. */
const senOnWireMax = Number.MAX_SAFE_INTEGER / 100

/** What banks count in: sen, as rupiah with two decimals on the wire and whole sen inside. */
export const rupiahAndSen = z.codec(z.number().min(-senOnWireMax).max(senOnWireMax), z.bigint(), {
  decode: (wire) => BigInt(Math.round(wire * 100)),
  encode: (sen) => Number(sen) / 100,
})

/** Row numbers of the database: 64-bit there, safe integers on the wire. */
export const rowId = z.codec(z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (id) => Number(id),
})

/** A row number in a path or query, where everything arrives as text. */
export const rowIdText = boundedText(15, 'Id tidak valid')
  .regex(/^\d{1,15}$/, 'Id tidak valid')
  .transform((text) => BigInt(text))

const asDate = { decode: (wire: string) => new Date(wire), encode: (date: Date) => date.toISOString() }

/** A moment is written in so many characters, however exactly it is meant. */
const momentLength = 40

/** A moment; ISO 8601 on the wire. */
export const moment = z.codec(z.iso.datetime({ offset: true }).max(momentLength, { abort: true }), z.date(), asDate)

const noMoment = 'Tanggal tidak valid'

/** A moment that a caller says; of this millennium, as days are. */
export const sentMoment = z.codec(
  z.iso.datetime({ offset: true, error: noMoment }).max(momentLength, { error: noMoment, abort: true }).regex(/^2/, noMoment),
  z.date(),
  asDate,
)

/**
 * A calendar day in Asia/Jakarta, `YYYY-MM-DD`; "today" of every filter means this (B-OPEN-60). Of this millennium: the day beside one
 * is then a day as well, and PostgreSQL can store its moments.
 */
export const jakartaDay = z.iso.date('Tanggal tidak valid').regex(/^2/, 'Tanggal tidak valid')

/** An hour and minute of a day in Asia/Jakarta, `HH:mm`. */
export const clockText = (wrong: string) => boundedText(5, wrong).regex(/^([01]\d|2[0-3]):[0-5]\d$/, wrong)

/** Text that people or their software gave: trimmed, no control characters, never longer than asked for. */
export const plainText = (max: number) =>
  boundedText(max + paddingMax, tooLong(max))
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; PostgreSQL cannot store NUL.
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'Berisi karakter yang tidak diperbolehkan')
    // Half a character would be stored as another text than the one that was sent.
    .refine((text) => text.isWellFormed(), 'Berisi karakter yang tidak diperbolehkan')

/**
 * Text of several lines, otherwise as `plainText`. Browsers send the line breaks of forms in two characters, and whoever keeps
 * Enter pressed means one paragraph more.
 */
export const multilineText = (max: number) =>
  boundedText(2 * max + paddingMax, tooLong(max))
    .overwrite((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .max(max, { error: tooLong(max), abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; only the line break passes.
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'Berisi karakter yang tidak diperbolehkan')
    .refine((text) => text.isWellFormed(), 'Berisi karakter yang tidak diperbolehkan')

export const addressListMax = 1000
/** Addresses and networks (CIDR) as people type them; the server refuses what is neither. */
export const addressListText = plainText(addressListMax).regex(/^[0-9a-fA-F.:/,\s]*$/, 'Isi alamat IP, dipisah koma')

/**
 * What counts as an address here: one @, a dot behind it, no spaces. Nothing invisible, by which two addresses would look alike, and nothing of
 * which a mail program makes a list, a name or a comment. Whether it exists only a letter can tell.
 */
export const emailPattern =
  /^[^\s@,;:<>()[\]"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+@[^\s@.,;:<>()[\]"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+(\.[^\s@.,;:<>()[\]"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+)+$/u

/** `1` / `0` switches of the wire. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (wire) => wire === 1,
  encode: (on) => (on ? 1 : 0),
})

export interface Envelope<Data> {
  success: boolean
  msg: string
  data?: Data
  /** Machine-readable name of a refusal, see `refusals.ts`. */
  code?: string
  /** Field name to message, for validation. */
  errors?: Record<string, string>
}

export interface Page<Row> {
  content: Row[]
  totalElements: number
}

export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ content: z.array(row), totalElements: z.int() })

export const pageSizeMax = 10_000

/** Rows of a list as one file. */
export const downloadRowsMax = 100_000

/** Lines of a preview of many changes that are shown at once. */
export const linesPerPage = 100

/**
 * Zero-based page, size, and `field,DIRECTION` over an allow-list, at first by the first field. A negative size means "all", which is 10000 at most
 * (B-CONST-15), unless the list has another number for it; a larger size is that many too (A-OPEN-28), or `max` where the list gives more to whoever names a number. Unknown sort fields are refused rather than ignored: a silently different order misleads.
 */
export function pageQuery<const Field extends string, Filters extends z.ZodRawShape>(
  sortable: readonly [Field, ...Field[]],
  filters: Filters,
  {
    all = pageSizeMax,
    max = all,
    size = 10,
    direction = 'DESC',
  }: { all?: number; max?: number; size?: number; direction?: 'ASC' | 'DESC' } = {},
) {
  const pattern = new RegExp(`^(${sortable.join('|')})(,(ASC|DESC))?$`, 'i')
  return {
    page: z.coerce.number().int().min(0).max(1_000_000).default(0),
    size: z.coerce
      .number()
      .int()
      .default(size)
      .transform((size) => (size < 0 ? all : Math.min(Math.max(size, 1), max))),
    sort: boundedText(100, 'Urutan tidak dikenal')
      .regex(pattern, 'Urutan tidak dikenal')
      .default(`${sortable[0]},${direction}`)
      .transform((text) => {
        const [field, direction] = text.split(',')
        return {
          field: sortable.find((name) => name.toLowerCase() === field?.toLowerCase()) ?? sortable[0],
          descending: direction?.toUpperCase() !== 'ASC',
        }
      }),
    ...filters,
  }
}

/** An optional filter that clients send empty when unused. */
export const filter = <Shape extends z.ZodType>(shape: Shape) => z.union([z.literal('').transform(() => undefined), shape]).optional()

/** What a call says that told what it would do, and did nothing. */
export const previewOnly = 'Belum disimpan'
