import { z } from 'zod'
import { rupiahMax } from './money.ts'

/** Types on the wire that all features use: the form of an answer, paging, money, dates, codes. */

/** Whole rupiah: a safe integer on the wire, `bigint` in the code. */
export const rupiah = z.codec(z.int(), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (money) => Number(money),
})

const tooLong = (max: number) => `Maksimal ${max} karakter`

/**
 * A text of at most `max` characters. A longer text aborts the validation, so that no further check or transformation spends time on it. Therefore
 * every text from outside is checked by this function first (`server/test/hostile-input.test.ts` verifies it for all calls).
 */
export const boundedText = (max: number, wrong = tooLong(max)) => z.string().max(max, { error: wrong, abort: true })

/** Extra characters that are allowed for surrounding spaces, because a text is trimmed before its length is checked. */
const paddingMax = 200

/**
 * Whole rupiah in a request. Client software also sends text with thousands separators ("10.500", "10,500"). All separators must be the same
 * character, and a text with separators must not begin with 0.
 */
export const rupiahAsked = z
  .union([z.int(), boundedText(30, 'Nominal tidak valid').regex(/^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$|^\d+$/, 'Nominal tidak valid')])
  .transform((wire) => BigInt(typeof wire === 'number' ? wire : wire.replace(/[.,]/g, '')))
  .pipe(z.bigint().min(1n, 'Nominal tidak valid').max(rupiahMax, 'Nominal tidak valid'))

/** The largest amount in rupiah of which a JavaScript number still represents every sen exactly. */
const senOnWireMax = Number.MAX_SAFE_INTEGER / 100

/** Bank amounts: rupiah with two decimals on the wire, whole sen in the code. */
export const rupiahAndSen = z.codec(z.number().min(-senOnWireMax).max(senOnWireMax), z.bigint(), {
  decode: (wire) => BigInt(Math.round(wire * 100)),
  encode: (sen) => Number(sen) / 100,
})

/** Row ids: 64-bit in the database, safe integers on the wire. */
export const rowId = z.codec(z.int().min(0).max(Number.MAX_SAFE_INTEGER), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (id) => Number(id),
})

/** A row id in a path or query, where all values are text. */
export const rowIdText = boundedText(15, 'Id tidak valid')
  .regex(/^\d{1,15}$/, 'Id tidak valid')
  .transform((text) => BigInt(text))

const asDate = { decode: (wire: string) => new Date(wire), encode: (date: Date) => date.toISOString() }

/** Maximum length of an ISO 8601 text. */
const momentLength = 40

/** A moment; ISO 8601 on the wire. */
export const moment = z.codec(z.iso.datetime({ offset: true }).max(momentLength, { abort: true }), z.date(), asDate)

const noMoment = 'Tanggal tidak valid'

/** A moment in a request. Its year must begin with 2, as in `jakartaDay`. */
export const sentMoment = z.codec(
  z.iso.datetime({ offset: true, error: noMoment }).max(momentLength, { error: noMoment, abort: true }).regex(/^2/, noMoment),
  z.date(),
  asDate,
)

/**
 * A calendar day in Asia/Jakarta, `YYYY-MM-DD`; "today" in every filter is a day in Asia/Jakarta, too (B-OPEN-60). The year must begin with 2, so
 * that the previous and the next day are also valid, and PostgreSQL can store their moments.
 */
export const jakartaDay = z.iso.date('Tanggal tidak valid').regex(/^2/, 'Tanggal tidak valid')

/** Hour and minute in Asia/Jakarta, `HH:mm`. */
export const clockText = (wrong: string) => boundedText(5, wrong).regex(/^([01]\d|2[0-3]):[0-5]\d$/, wrong)

/** One-line text from people or their software: trimmed, without control characters, at most `max` characters. */
export const plainText = (max: number) =>
  boundedText(max + paddingMax, tooLong(max))
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; PostgreSQL cannot store NUL.
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'Berisi karakter yang tidak diperbolehkan')
    // A lone surrogate would be stored as a different text.
    .refine((text) => text.isWellFormed(), 'Berisi karakter yang tidak diperbolehkan')

/** Multi-line text, otherwise like `plainText`. CRLF from browser forms becomes a single line break, and repeated empty lines become one. */
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
/** IP addresses and networks (CIDR) as people type them. The server refuses entries that are neither an IP address nor a network. */
export const addressListText = plainText(addressListMax).regex(/^[0-9a-fA-F.:/,\s]*$/, 'Isi alamat IP, dipisah koma')

/**
 * Accepts an e-mail address with one @, a dot after the @ and no spaces. Refuses invisible characters, which would make two addresses look the same,
 * and characters with which mail programs separate lists, names or comments. Whether the address exists can only be found out by sending an e-mail.
 */
export const emailPattern =
  /^[^\s@,;:<>()[\]"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+@[^\s@.,;:<>()[\]"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+(\.[^\s@.,;:<>()[\]"\\\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+)+$/u

/** A switch: `1` or `0` on the wire. */
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
  /** Validation messages, by field name. */
  errors?: Record<string, string>
}

export interface Page<Row> {
  content: Row[]
  totalElements: number
}

export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ content: z.array(row), totalElements: z.int() })

export const pageSizeMax = 10_000

/** Maximum number of rows of a list in one downloaded file. */
export const downloadRowsMax = 100_000

/** Rate limit that all downloads of up to `downloadRowsMax` rows share. */
export const downloads = { setting: 'purchases.downloadsPerHour', seconds: 3600, per: 'session' } as const

/** Number of lines per page in the preview of many changes. */
export const linesPerPage = 100

/**
 * Query of a paged list: zero-based page, size, and `field,DIRECTION`, where the field must be in `sortable`; by default, the first field is used. A
 * negative size means "all": at most 10000 rows (B-CONST-15), unless the list defines another number. A larger size is reduced to the same number
 * (A-OPEN-28), or to `max` if the list defines it. An unknown sort field is refused, because rows in an unexpected order would mislead.
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

/** An optional filter. A client may send an empty text for a filter that it does not use. */
export const filter = <Shape extends z.ZodType>(shape: Shape) => z.union([z.literal('').transform(() => undefined), shape]).optional()

/** Message of an answer that only contains a preview: nothing was changed. */
export const previewOnly = 'Belum disimpan'
