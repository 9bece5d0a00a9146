import { z } from 'zod'
import { call } from '../shared/call.ts'
import { clockText, filter, flag, moment, pageOf, pageQuery, rowId, rowIdText } from '../shared/wire.ts'

/** Channels of a notification in addition to the bell in the web app. */
export const notificationChannels = { mail: 'E-mail', whatsapp: 'WhatsApp', push: 'Push' } as const
export type NotificationChannel = keyof typeof notificationChannels
export const notificationChannelNames = Object.keys(notificationChannels) as [NotificationChannel, ...NotificationChannel[]]

interface KindShape {
  title: string
  /** True for notifications about security or money: members cannot switch them off, and they are stored for longer. */
  required: boolean
  /** Channels in addition to the bell in the web app. */
  channels: readonly NotificationChannel[]
  /** Hours for which a push message stays useful for a browser that was offline. */
  hours: number
  /** True for notifications that would show the owner of software that its orders go wrong. While software orders, switching one off takes step-up. */
  guardsSoftware?: true
  /** True for notifications about money and the account itself: the push message wakes a sleeping phone and ignores quiet hours. */
  urgent?: true
  /** Only members with this role receive it. */
  role?: 'ROLE_SELLER' | 'ROLE_ADMIN'
}

/** All kinds of notifications, in the order of the settings screen. Chat messages have a count of their own, so the bell does not list them. */
export const notificationKinds = {
  security: {
    title: 'Keamanan akun',
    required: true,
    channels: ['mail', 'push'],
    hours: 24,
    urgent: true,
  },
  deposit: {
    title: 'Topup',
    required: true,
    channels: ['mail', 'whatsapp', 'push'],
    hours: 24,
    urgent: true,
  },
  cash_out: {
    title: 'Penarikan',
    required: true,
    channels: ['mail', 'whatsapp', 'push'],
    hours: 24,
    urgent: true,
  },
  adjustment: {
    title: 'Penyesuaian saldo',
    required: true,
    channels: ['mail', 'push'],
    hours: 24,
    urgent: true,
  },
  account: {
    title: 'Akun dan pengajuan',
    required: true,
    channels: ['mail', 'push'],
    hours: 24,
  },
  low_balance: {
    title: 'Saldo menipis',
    required: false,
    channels: ['mail', 'whatsapp', 'push'],
    hours: 4,
    guardsSoftware: true,
  },
  failed_order: {
    title: 'Transaksi gagal',
    required: false,
    channels: ['push'],
    hours: 4,
    guardsSoftware: true,
  },
  price: {
    title: 'Perubahan harga',
    required: false,
    channels: ['push'],
    hours: 2,
    guardsSoftware: true,
  },
  dispute: {
    title: 'Sengketa',
    required: false,
    channels: ['mail', 'push'],
    hours: 24,
  },
  review: {
    title: 'Ulasan',
    required: false,
    channels: ['push'],
    hours: 12,
  },
  message: {
    title: 'Pesan',
    required: false,
    channels: ['push'],
    hours: 24,
  },
  moderation: {
    title: 'Moderasi kiriman',
    required: false,
    channels: ['push'],
    hours: 24,
  },
  sale: {
    title: 'Penjualan',
    required: false,
    channels: ['push'],
    hours: 4,
    role: 'ROLE_SELLER',
  },
  health: {
    title: 'Kesehatan Lapak',
    required: true,
    channels: ['mail', 'whatsapp', 'push'],
    hours: 4,
    urgent: true,
    role: 'ROLE_ADMIN',
  },
  decision: {
    title: 'Persetujuan',
    required: true,
    channels: ['push'],
    hours: 12,
    role: 'ROLE_ADMIN',
  },
  waiting: {
    title: 'Antrean admin',
    required: false,
    channels: ['push'],
    hours: 12,
    role: 'ROLE_ADMIN',
  },
} as const satisfies Record<string, KindShape>
export type NotificationKind = keyof typeof notificationKinds

export const notificationKindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]

export const notificationKind = (name: NotificationKind): KindShape => notificationKinds[name]

/** True when a member may switch this kind off for this channel. */
export const mayChoose = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  !notificationKind(kind).required && notificationKind(kind).channels.includes(channel)

/** Badges show at most this number, followed by a plus sign. */
export const notificationBadgeMax = 99

const kind = z.enum(notificationKindNames)

const notificationRow = z.object({
  /** Position in the member's list. If a notification is repeated, it gets a new position. */
  id: rowId,
  jenis: kind,
  judul: z.string(),
  teks: z.string(),
  /** Link target: a path within the web app. */
  tautan: z.string(),
  /** How often the same notification was repeated. */
  jml: z.int(),
  /** Time of the last repetition. */
  createat: moment,
  dibaca: flag,
})
export type NotificationRow = z.output<typeof notificationRow>

/** Number of unread notifications, counted up to the maximum of the badge plus one. */
export const unreadNotifications = z.object({ belumdibaca: z.int() })

const choices = z.array(
  z.object({
    jenis: kind,
    /** One entry per channel of this kind. A channel with `wajib` cannot be switched off. */
    kanal: z.array(z.object({ nama: z.enum(notificationChannelNames), aktif: z.boolean(), wajib: z.boolean() })),
  }),
)
export type NotificationChoices = z.output<typeof choices>

/** Hour and minute in WIB. */
const clock = clockText('Tulis jam seperti 22:00')

/** Both ends of the quiet hours are set, or neither is. The range may cross midnight. */
const quietHours = z.object({ tenangdari: clock.nullable(), tenangsampai: clock.nullable() })
export type QuietHours = z.output<typeof quietHours>

const quietHoursSet = quietHours
  .refine((both) => (both.tenangdari === null) === (both.tenangsampai === null), {
    path: ['tenangsampai'],
    message: 'Isi mulai dan sampai',
  })
  .refine((both) => both.tenangdari === null || both.tenangdari !== both.tenangsampai, {
    path: ['tenangsampai'],
    message: 'Harus lain dari mulai',
  })

const notificationQuery = z.object(
  pageQuery(['id'], { belumdibaca: filter(z.enum(['1', '0']).transform((text) => text === '1')) }, { size: 20, all: 200 }),
)
export type NotificationQuery = z.output<typeof notificationQuery>

export const notificationCalls = {
  list: call('GET', '/api/v1/notifications', {
    summary: "List the member's notifications, newest first",
    access: 'member',
    secondFactor: 'admins',
    query: notificationQuery,
    data: pageOf(notificationRow),
  }),
  unread: call('GET', '/api/v1/notifications/unread', {
    summary: `Count unread notifications, up to ${notificationBadgeMax + 1}`,
    access: 'member',
    data: unreadNotifications,
  }),
  readUpTo: call('PATCH', '/api/v1/notifications/read', {
    summary: 'Mark notifications as read, up to the newest one that was shown; later ones stay unread',
    access: 'member',
    secondFactor: 'admins',
    body: z.object({ sampai: rowId }),
    data: unreadNotifications,
    done: 'Semua notifikasi ditandai dibaca',
  }),
  readOne: call('PATCH', '/api/v1/notifications/{id}/read', {
    summary: 'Mark a notification as read as it was shown; if it was repeated since, it stays unread',
    access: 'member',
    secondFactor: 'admins',
    params: z.object({ id: rowIdText }),
    data: unreadNotifications,
  }),
  choices: call('GET', '/api/v1/notifications/settings', {
    summary: 'Read the channels by which the member is notified of each kind, besides the bell',
    access: 'member',
    data: choices,
  }),
  choose: call('PATCH', '/api/v1/notifications/settings', {
    summary:
      'Switch a channel of a notification kind on or off; security and money are always sent. While software orders for the member, switching off what would show failing orders requires step-up authentication',
    access: 'member',
    secondFactor: 'admins',
    body: z.object({ jenis: kind, kanal: z.enum(notificationChannelNames), aktif: z.boolean() }),
    data: choices,
    done: 'Pengaturan notifikasi disimpan',
    refuses: ['notice.required', 'access.proof_needed'],
  }),
  quiet: call('GET', '/api/v1/notifications/quiet', {
    summary: "Read the member's quiet hours for push notifications",
    access: 'member',
    data: quietHours,
  }),
  setQuiet: call('PATCH', '/api/v1/notifications/quiet', {
    summary:
      'Change the quiet hours, in which only money and security are pushed and everything else waits for their end. While software orders for the member, setting such hours requires step-up authentication',
    access: 'member',
    secondFactor: 'admins',
    body: quietHoursSet,
    data: quietHours,
    done: 'Jam tenang disimpan',
    refuses: ['access.proof_needed'],
  }),
}
