import { z } from 'zod'
import { call } from './call.ts'
import { moment, plainText, rowId, rupiah } from './wire.ts'

/**
 * Every rule that an administrator may change, with what it is until somebody does. An environment variable is for who
 * runs the machine, a constant beside its code for who writes it (decision on settings).
 */
type NumberKind = 'minutes' | 'days' | 'count' | 'basisPoints'

export type Setting = { about: string } & (
  | { kind: 'rupiah'; default: bigint; min: bigint; max: bigint }
  | { kind: NumberKind; default: number; min: number; max: number }
  | { kind: 'switch'; default: boolean }
  | { kind: 'text'; default: string; max: number }
  /** Hours of each day in Jakarta; null is the whole day. */
  | { kind: 'dailyWindow'; default: DailyWindow | null }
)

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Jam tidak valid, tulis seperti 08:30')
const dailyWindow = z.object({ from: timeOfDay, to: timeOfDay })
export type DailyWindow = z.output<typeof dailyWindow>

export const settings = {
  'sale.feeFlat': {
    kind: 'rupiah',
    default: 0n,
    min: 0n,
    max: 1_000_000n,
    about: 'Biaya tetap setiap transaksi sukses, dipotong dari hasil suplier. Berlaku untuk pesanan berikutnya.',
  },
  'sale.feeBasisPoints': {
    kind: 'basisPoints',
    default: 0,
    min: 0,
    max: 10_000,
    about: 'Biaya setiap transaksi sukses sebagai bagian dari harga (100 = 1%), dipotong dari hasil suplier.',
  },
  'access.passwordMin': {
    kind: 'count',
    default: 0,
    min: 0,
    max: 64,
    about: 'Panjang minimum password di semua formulir. 0: 6 saat pendaftaran, 8 saat ganti password, 4 lewat link; disarankan 8.',
  },
  'otp.perDay': { kind: 'count', default: 10, min: 1, max: 100, about: 'Kode OTP paling banyak untuk satu member dalam 24 jam.' },
  'uploads.perHour': { kind: 'count', default: 60, min: 1, max: 10_000, about: 'Gambar paling banyak yang diunggah satu member per jam.' },
  'messages.keptDays': {
    kind: 'days',
    default: 30,
    min: 1,
    max: 3650,
    about: 'Berapa lama catatan surat dan kode yang terkirim disimpan.',
  },
  'callbacks.keptDays': { kind: 'days', default: 90, min: 2, max: 3650, about: 'Berapa lama riwayat callback disimpan.' },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as SettingName[]

interface ValueOfKind extends Record<NumberKind, number> {
  rupiah: bigint
  switch: boolean
  text: string
  dailyWindow: DailyWindow | null
}

export type SettingValue<Name extends SettingName> = ValueOfKind[(typeof settings)[Name]['kind']]

/** What a setting may be, as JSON on the wire and in the database, and in its own type inside. */
export function settingSchema(setting: Setting): z.ZodType {
  const least = (min: number | bigint) => `Paling sedikit ${min}`
  const most = (max: number | bigint) => `Paling banyak ${max}`
  switch (setting.kind) {
    case 'rupiah':
      return rupiah.refine((value) => value >= setting.min, least(setting.min)).refine((value) => value <= setting.max, most(setting.max))
    case 'switch':
      return z.boolean('Pilih ya atau tidak')
    case 'text':
      return plainText(setting.max)
    case 'dailyWindow':
      return dailyWindow.nullable()
    default:
      return z.int('Tulis bilangan bulat').min(setting.min, least(setting.min)).max(setting.max, most(setting.max))
  }
}

const value = z.union([z.number(), z.boolean(), z.string(), dailyWindow, z.null()])
const bound = z.number().nullable()

const settingRow = z.object({
  name: z.string(),
  kind: z.enum(['rupiah', 'minutes', 'days', 'count', 'basisPoints', 'switch', 'text', 'dailyWindow']),
  about: z.string(),
  value,
  default: value,
  min: bound,
  max: bound,
  /** The number of its last change, 0 while it was never changed. */
  version: rowId,
  changedat: moment.nullable(),
  changedby: z.string().nullable(),
})
export type SettingRow = z.output<typeof settingRow>

const settingChange = z.object({ id: rowId, before: value, after: value, by: z.string(), reason: z.string(), at: moment })
export type SettingChange = z.output<typeof settingChange>

const named = z.object({ name: z.string().max(100) })

export const settingCalls = {
  list: call('GET', '/api/admin/v1/settings', {
    summary: 'Every rule that may be changed: its value, default, bounds and last change',
    access: 'admin',
    data: z.array(settingRow),
  }),
  change: call('PATCH', '/api/admin/v1/settings/{name}', {
    summary: 'Change a rule; `version` is the one that the list showed, so that nobody overwrites what it has not seen',
    access: 'admin',
    params: named,
    body: z.object({ value, version: rowId, reason: plainText(300).min(5, 'Tulis alasan perubahan') }),
    data: settingRow,
    done: 'Aturan diperbarui',
    refuses: ['not_found.setting', 'setting.changed'],
  }),
  history: call('GET', '/api/admin/v1/settings/{name}/history', {
    summary: 'Every change of a rule, newest first',
    access: 'admin',
    params: named,
    data: z.array(settingChange),
    refuses: ['not_found.setting'],
  }),
}
