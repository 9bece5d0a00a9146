import { statfs } from 'node:fs/promises'
import { type Health, type HealthQueue, suspendedShown } from '@lapak/contract/backoffice/health'
import { backupHealth, drillHealth, readBackups } from '#contexts/backoffice/backups/backups.ts'
import { suspendedSellers } from '#contexts/catalogue/seller-api/seller-api.ts'
import { lastDeliveries } from '#contexts/funds/bank-statements/bank-statements.ts'
import { readVerifications } from '#contexts/funds/treasury/treasury.ts'
import { openOrders } from '#contexts/ordering/purchases/purchases.ts'
import { callbackBacklog } from '#contexts/partners/callbacks/callbacks.ts'
import { listBots } from '#contexts/partners/jabber/jabber.ts'
import { type MessageBacklog, messageBacklog } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { unconfirmedRestore } from '#db/restore.ts'
import { readWorkers } from '#db/witness.ts'
import type { Disbursement, Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { jobBacklog } from '#jobs/job-backlog.ts'
import type { Config } from '#shared/config.ts'

export interface HealthDeps {
  db: Database
  settings: Settings
  config: AdapterConfig
  gateway: Gateway | null
  sandbox: unknown
  disbursement: Disbursement | null
}

type AdapterConfig = Pick<
  Config,
  'dataDir' | 'smtpUrl' | 'whatsapp' | 'bankFeeds' | 'nameInquiry' | 's3' | 'google' | 'facebook' | 'xmpp' | 'production' | 'backup'
>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The ledger is verified every night, so a verification may be at most this old. */
const verifiedWithinMs = 36 * hourMs

/**
 * Each figure is read by the context that owns its rows. This function only decides whether a figure is healthy, for example whether something has
 * waited too long.
 */
export async function readHealth(deps: HealthDeps, now: Date): Promise<Health> {
  const { settings } = deps
  const { read } = deps.db
  const within = (minutes: number) => (at: Date | null) => at === null || now.getTime() - at.getTime() <= minutes * minuteMs
  const [orders, callbacks, messages, jobs] = [
    await openOrders(read),
    await callbackBacklog(read),
    await messageBacklog(read),
    await jobBacklog(read),
  ]
  const backups = await readBackups(read)
  return {
    at: now,
    pemulihan: await restoreToConfirm(read),
    pekerja: await workers(read),
    pesanan: {
      ...queueOf(orders.open, orders.oldest, within(settings.get('health.ordersMinutes')), settings.get('health.ordersMax')),
      tidakdiketahui: Number(orders.unknown),
    },
    peringatan: { jml: Number(orders.alerts), baik: orders.alerts === 0n },
    suplier: await suspended(read),
    callback: queueOf(
      callbacks.count,
      callbacks.oldest,
      within(settings.get('health.callbacksMinutes')),
      settings.get('health.callbacksMax'),
    ),
    pesan: messageQueue(messages, within(settings.get('health.messagesMinutes')), settings.get('health.messagesFailedMax')),
    tugas: { ...queueOf(jobs.due, jobs.oldest, within(settings.get('health.jobsMinutes'))), gagal: Number(jobs.failed) },
    bank: await banks(read, within(60 * settings.get('health.feedHours'))),
    jabber: await bots(read, deps.config, now, settings.get('health.jabberMinutes')),
    pembukuan: await books(read, now),
    disk: await disk(deps.config.dataDir, settings.get('health.diskFreeMegabytes')),
    cadangan: backupHealth(backups, deps.config, now),
    latihan: drillHealth(backups, deps.config, now),
    penghubung: listAdapterStates(deps),
  }
}

async function workers(read: Reader): Promise<Health['pekerja']> {
  const { alive, last } = await readWorkers(read)
  return { hidup: Number(alive), terakhir: last, baik: alive > 0n }
}

async function restoreToConfirm(read: Reader): Promise<Health['pemulihan']> {
  const restore = await unconfirmedRestore(read)
  return restore && { alasan: restore.reason, sejak: restore.found_at }
}

type IsInTime = (at: Date | null) => boolean

const queueOf = (count: bigint, tertua: Date | null, isInTime: IsInTime, most = Number.POSITIVE_INFINITY): HealthQueue => ({
  jml: Number(count),
  tertua,
  baik: isInTime(tertua) && count <= most,
})

function messageQueue({ waiting, oldest, failed }: MessageBacklog, isInTime: IsInTime, failedMost: number): Health['pesan'] {
  const queue = queueOf(waiting, oldest, isInTime)
  return { ...queue, gagal: Number(failed), baik: queue.baik && failed <= failedMost }
}

async function suspended(read: Reader): Promise<Health['suplier']> {
  const rows = await suspendedSellers(read, suspendedShown)
  return {
    jml: Number(rows[0]?.total ?? 0),
    istirahat: rows.map((row) => ({
      sellerid: row.seller_id,
      sellername: row.name,
      sejak: row.circuit_open_since,
      sampai: row.circuit_open_until,
      gagal: row.failures,
    })),
  }
}

/** Without data from a working bank feed, administrators have to confirm transfers to this bank by hand. */
async function banks(read: Reader, isInTime: IsInTime): Promise<Health['bank']> {
  return (await lastDeliveries(read)).map(({ bank, at }) => ({ bankcode: bank, terakhir: at, baik: at !== null && isInTime(at) }))
}

/**
 * The process that is connected with an XMPP account refreshes the row of the account regularly. Without a refresh for this long, the connection
 * counts as lost.
 */
const botGoneMs = 2 * minuteMs
/** After a gap in the message archive, messages may be lost; the report shows the gap for this long. */
const gapMs = 24 * hourMs

async function bots(read: Reader, { xmpp }: AdapterConfig, now: Date, minutes: number): Promise<Health['jabber']> {
  if (xmpp === null) return []
  const rows = await listBots(read)
  return xmpp.accounts.map(({ jid }) => {
    const row = rows.find(({ account }) => account === jid)
    const ago = (at: Date) => now.getTime() - at.getTime()
    // No process has ever connected with this account; one may be about to connect.
    if (row === undefined)
      return {
        akun: jid,
        keadaan: 'lost',
        sejak: now,
        kata: 'belum pernah tersambung',
        terputus: true,
        celah: null,
        tanpaarsip: false,
        baik: false,
      }
    const gone = row.state !== 'refused' && ago(row.seen_at) > botGoneMs
    const keadaan = gone ? 'lost' : row.state
    const sejak = gone ? row.seen_at : row.since
    const celah = row.gap_at !== null && ago(row.gap_at) < gapMs ? row.gap_at : null
    const terputus = keadaan === 'refused' || (keadaan !== 'online' && ago(sejak) > minutes * minuteMs)
    const tanpaarsip = row.without_archive
    return {
      akun: jid,
      keadaan,
      sejak,
      kata: gone ? 'tidak ada proses xmpp yang memegangnya' : row.said,
      terputus,
      celah,
      tanpaarsip,
      baik: !terputus && !tanpaarsip && celah === null,
    }
  })
}

async function books(read: Reader, now: Date): Promise<Health['pembukuan']> {
  const [last] = await readVerifications(read)
  if (last === undefined) return null
  return { at: last.at, langgar: last.breaches.length, baik: last.sound && now.getTime() - last.at.getTime() < verifiedWithinMs }
}

const megabyte = 1024 * 1024

/** The free space on the disk of this process: it stores the pictures and, if PostgreSQL runs on the same server, its data. */
async function disk(folder: string, least: number): Promise<Health['disk']> {
  const found = await statfs(folder).catch(() => null)
  if (found === null) return null
  const [bebas, total] = [found.bavail, found.blocks].map((blocks) => Math.floor((blocks * found.bsize) / megabyte)) as [number, number]
  return { bebas, total, baik: bebas >= least }
}

/** The sandbox of the payment gateway is labelled as sandbox, because it must not be used for payments in production. */
export function listAdapterStates({ config, gateway, sandbox, disbursement }: HealthDeps): Health['penghubung'] {
  const provider = sandbox ? 'sandbox' : 'Xendit'
  return [
    { nama: 'mail', jalan: config.smtpUrl === '' ? null : 'SMTP' },
    { nama: 'whatsapp', jalan: config.whatsapp?.kind ?? null },
    { nama: 'gateway', jalan: gateway && provider },
    { nama: 'disbursement', jalan: disbursement && provider },
    { nama: 'bankfeed', jalan: feedsOf(config) },
    { nama: 'nameinquiry', jalan: config.nameInquiry ? 'Flip' : config.production ? null : 'sandbox' },
    { nama: 'store', jalan: config.s3 ? 'S3' : 'Disk server ini' },
    { nama: 'google', jalan: config.google && 'OAuth' },
    { nama: 'facebook', jalan: config.facebook && 'OAuth' },
    { nama: 'jabber', jalan: config.xmpp && `XMPP, ${config.xmpp.accounts.length} akun` },
  ]
}

const feedWords = { own: 'Webhook Lapak', moota: 'Moota', cekmutasi: 'Cekmutasi' } as const

function feedsOf({ bankFeeds }: Pick<Config, 'bankFeeds'>): string | null {
  const feeds = Object.keys(feedWords) as (keyof typeof feedWords)[]
  const heard = feeds.filter((feed) => bankFeeds[feed] !== '')
  return heard.length === 0 ? null : heard.map((feed) => feedWords[feed]).join(', ')
}
