import { z } from 'zod'
import { call } from '../shared/call.ts'
import { moment, plainText, rowId, sentMoment } from '../shared/wire.ts'
import { approvalReason } from './approvals.ts'

export const notificationMax = 300

/** Maximum hours of a pause in ordering. It limits how long an administrator's session, which may be stolen, can stop the market with one request. */
const pauseHoursMax = 24

const hoursBetween = (awal: Date, akhir: Date): number => (Number(akhir) - Number(awal)) / 3_600_000

/** Maintenance announcement, shown from its publication until `akhir`. The maintenance itself takes place from `awal` to `akhir`. */
const notice = z.object({
  text: z.string(),
  awal: moment,
  akhir: moment,
  /** True when orders are refused during the maintenance. */
  jedapesanan: z.boolean(),
})

const published = notice.extend({ id: rowId, createat: moment, createby: z.string(), reason: z.string() })
export type PublishedNotice = z.output<typeof published>

export const maintenanceCalls = {
  read: call('GET', '/public/maintenance', {
    summary: 'Read the present announcement of maintenance, upcoming or in progress; null if there is none',
    access: 'public',
    data: notice.nullable(),
  }),
  history: call('GET', '/api/admin/v1/maintenance', {
    summary: 'List earlier announcements of maintenance with author and reason, newest first; an empty text withdrew the one before it',
    access: 'admin',
    data: z.array(published),
  }),
  publish: call('POST', '/api/admin/v1/maintenance', {
    summary: 'Announce maintenance, or withdraw the announcement by an empty text; `id` is the newest one that the page showed, 0 for none',
    access: 'admin',
    stepUp: true,
    body: z
      .object({
        id: rowId,
        text: plainText(notificationMax),
        awal: sentMoment,
        akhir: sentMoment,
        jedapesanan: z.boolean(),
        reason: approvalReason,
      })
      .refine(({ awal, akhir }) => awal < akhir, { path: ['akhir'], error: 'Harus sesudah mulai' })
      // This check also runs if a moment is invalid, in which case `hoursBetween` is NaN. Invalid moments are refused by their own schema.
      .refine(({ text, awal, akhir, jedapesanan }) => text === '' || !jedapesanan || !(hoursBetween(awal, akhir) > pauseHoursMax), {
        path: ['akhir'],
        error: `Jeda pesanan paling lama ${pauseHoursMax} jam`,
      }),
    data: z.array(published),
    done: 'Pengumuman diperbarui',
    refuses: ['maintenance.changed'],
  }),
}
