import { type HealthMatter, healthMatters } from '@lapak/contract/backoffice/health'
import type { Selectable } from 'kysely'
import { listAdministrators } from '#contexts/system/approvals/approvals.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Tx } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import type { Config } from '#shared/config.ts'
import type { Trouble } from './health.rules.ts'

export interface EmailDeps {
  settings: Settings
  outbox: Outbox
  config: Pick<Config, 'publicUrl'>
}

type Alert = Selectable<DB['health_alert']>

/**
 * Mails administrators about new alerts, about alerts with more cases since the last e-mail, and as a reminder about alerts that no administrator has
 * taken. One e-mail contains all due alerts, and the next e-mail is sent after `health.emailMinutes` at the earliest.
 */
export async function emailAdministrators(tx: Tx, deps: EmailDeps, troubles: Trouble[], now: Date): Promise<void> {
  const { settings } = deps
  const open = await tx
    .selectFrom('health_alert')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('well_since', 'is', null)
    .orderBy('id')
    .execute()
  const reasons = open.map((alert) => ({
    alert,
    why: reasonToNotify(alert, upToOf(alert, troubles), settings.get('health.remindMinutes'), now),
  }))
  const dueAlerts = reasons.flatMap(({ alert, why }) => (why === null ? [] : [{ alert, why }]))
  if (dueAlerts.length === 0) return
  if ((await rateLimitInTx(tx, 'health letter', 1, settings.get('health.emailMinutes') * 60)) > 0) return
  const message = emailOf(dueAlerts, deps.config.publicUrl)
  for (const { id, email, phone } of await listAdministrators(tx)) {
    await deps.outbox.sendEmail(tx, { memberId: id, email }, message)
    if (phone !== null && settings.get('health.whatsapp') === 'yes')
      await deps.outbox.sendText(tx, { memberId: id, phone }, 'health', lineOf(dueAlerts))
  }
  for (const { alert } of dueAlerts)
    await tx
      .updateTable('health_alert')
      .set({ notified_at: now, notified_to: upToOf(alert, troubles) })
      .where('id', '=', alert.id)
      .execute()
}

const upToOf = ({ matter, subject }: Alert, troubles: Trouble[]): bigint =>
  troubles.find((trouble) => trouble.matter === matter && trouble.subject === subject)?.upTo ?? 0n

type Why = 'new' | 'more' | 'reminder'

/** An alert that an administrator has taken is mailed again only when it has more cases. */
function reasonToNotify({ notified_at, notified_to, taken_by }: Alert, upTo: bigint, remindMinutes: number, now: Date): Why | null {
  if (notified_at === null && taken_by === null) return 'new'
  if (upTo > notified_to) return 'more'
  if (notified_at === null || taken_by !== null || remindMinutes === 0) return null
  return now.getTime() - notified_at.getTime() >= remindMinutes * 60_000 ? 'reminder' : null
}

interface DueAlert {
  alert: Alert
  why: Why
}

/** How the subject of each e-mail about alerts begins. */
export const alertSubject = 'Peringatan Lapak: '

/** The maximum number of alerts in an e-mail; the health page of the web app lists all of them. */
const namedMax = 30

const titleOf = ({ matter }: Alert) => healthMatters[matter as HealthMatter]
const whyWords: Record<Why, string> = { new: '', more: ' (bertambah)', reminder: ' (belum ada yang mengambil)' }

function emailOf(dueAlerts: DueAlert[], publicUrl: string): Email {
  const beyond = dueAlerts.length - namedMax
  return {
    subject: `${alertSubject}${headOf(dueAlerts)}`,
    // No notification at the bell, because the bell already shows each open alert.
    bell: null,
    paragraphs: ['Ini perlu dilihat admin. Ambil di halaman Kesehatan, supaya yang lain tahu siapa yang menanganinya.'],
    facts: dueAlerts.slice(0, namedMax).map(({ alert, why }) => ({ label: `${titleOf(alert)}${whyWords[why]}`, value: alert.message })),
    ...(publicUrl !== '' && { action: { label: 'Buka Kesehatan', url: `${publicUrl.replace(/\/+$/, '')}/admin/kesehatan` } }),
    closing: [
      ...(beyond > 0 ? [`Dan ${beyond} lainnya di halaman Kesehatan.`] : []),
      'Seberapa sering surat ini datang, dan kapan sesuatu menjadi peringatan, diatur di Pengaturan, bagian Kesehatan.',
    ],
  }
}

/** A single line, because WhatsApp templates do not accept line breaks. */
const lineOf = (dueAlerts: DueAlert[]) => `Peringatan Lapak: ${headOf(dueAlerts)}. Lihat halaman Kesehatan.`

function headOf(dueAlerts: DueAlert[]): string {
  const titles = [...new Set(dueAlerts.map(({ alert }) => titleOf(alert)))]
  const [first = ''] = titles
  return titles.length === 1 ? first : `${first} dan ${titles.length - 1} hal lain`
}
