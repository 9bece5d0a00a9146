import type { Health, HealthMatter, HealthQueue } from '@lapak/contract/backoffice/health'
import { bankNames } from '@lapak/contract/shared/banks'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import type { UntakenAlerts } from '#contexts/ordering/purchases/purchases.ts'
import type { RefusingService } from '#contexts/system/push/push.ts'

/** A health problem that administrators are alerted to. */
export interface Trouble {
  matter: HealthMatter
  subject: string
  message: string
  /** The id of the newest row that was counted, if the problem is about many rows. */
  upTo: bigint
}

export interface Look {
  health: Health
  purchases: UntakenAlerts
  /** Web push services that refuse our messages. */
  push: RefusingService[]
  /** A seller counts as a problem after being suspended for this many minutes. */
  sellersMinutes: number
}

/** An alert about wrong books must be ended by a person, whatever the next verification finds. */
export const endsByItself = (matter: HealthMatter): boolean => matter !== 'books'

/** The current health problems. */
export function troublesOf({ health, purchases, push, sellersMinutes }: Look): Trouble[] {
  const { pemulihan, pekerja, pesanan, callback, pesan, tugas, pembukuan, disk, cadangan, latihan } = health
  return [
    ...when(
      'restore',
      pemulihan !== null,
      pemulihan === null ? '' : `Sejak ${wib(pemulihan.sejak)} tidak ada yang dikirim: npm run restored`,
    ),
    // While a restore is not confirmed, no worker may live.
    ...when(
      'workers',
      !pekerja.baik && pemulihan === null,
      `Terakhir terlihat ${pekerja.terakhir ? wib(pekerja.terakhir) : 'tidak pernah'}`,
    ),
    ...when('orders', !pesanan.baik, `${waiting(pesanan)}, ${dotted(pesanan.tidakdiketahui)} tidak diketahui akhirnya`),
    ...when('purchases', purchases.count > 0n, `${dotted(purchases.count)} transaksi menunggu orang`, purchases.newest),
    ...suspended(health, sellersMinutes),
    ...when('callbacks', !callback.baik, waiting(callback)),
    ...when('messages', !pesan.baik, `${waiting(pesan)}, ${dotted(pesan.gagal)} gagal dalam 24 jam`),
    ...when('jobs', !tugas.baik, waiting(tugas)),
    ...when('jobs_failed', tugas.gagal > 0, `${dotted(tugas.gagal)} tugas gagal dan tidak dicoba lagi`),
    ...silentBanks(health),
    ...xmppTroubles(health),
    ...push.map(({ host, status, refused_at }) => ({
      matter: 'push' as const,
      subject: host,
      message: `${host} menjawab ${status}, ${wib(refused_at)}`,
      upTo: 0n,
    })),
    ...when('disk', disk !== null && !disk.baik, `${dotted(disk?.bebas ?? 0)} MB bebas dari ${dotted(disk?.total ?? 0)} MB`),
    ...when('backup', !cadangan.baik, backupWords(cadangan)),
    ...when('drill', !latihan.baik, latihan.gagal ?? `Terakhir berhasil ${latihan.terakhir ? wib(latihan.terakhir) : 'tidak pernah'}`),
    ...(pembukuan === null
      ? []
      : [
          ...when('books', pembukuan.langgar > 0, `${dotted(pembukuan.langgar)} aturan dilanggar, diperiksa ${wib(pembukuan.at)}`),
          ...when('books_late', !pembukuan.baik && pembukuan.langgar === 0, `Terakhir diperiksa ${wib(pembukuan.at)}`),
        ]),
  ]
}

/**
 * Whether the state of this matter is currently unknown, so that an alert is neither opened nor ended. The report lists only some of the suspended
 * sellers, and a bank without data for days cannot be distinguished from a bank without a feed.
 */
export function isUnseen({ suplier, bank }: Health, matter: string, subject: string): boolean {
  if (matter === 'seller')
    return suplier.jml > suplier.istirahat.length && !suplier.istirahat.some(({ sellerid }) => `${sellerid}` === subject)
  return matter === 'bankfeed' && bank.some(({ bankcode, terakhir }) => bankcode === subject && terakhir === null)
}

function when(matter: HealthMatter, isBad: boolean, message: string, upTo = 0n): Trouble[] {
  return isBad ? [{ matter, subject: '', message, upTo }] : []
}

function backupWords({ cara, terakhir, gagal, arsip, arsipgagal }: Health['cadangan']): string {
  if (cara === 'tidak_ada') return 'Belum diatur: BACKUP_FOLDER atau BACKUP_S3_URL'
  const why = gagal ?? arsipgagal ?? (arsip === null ? null : `arsip WAL terakhir ${wib(arsip)}`)
  return `Terakhir berhasil ${terakhir ? wib(terakhir.at) : 'tidak pernah'}${why === null ? '' : `: ${why.slice(0, 300)}`}`
}

const waiting = ({ jml, tertua }: HealthQueue) => `${dotted(jml)} menunggu${tertua ? `, paling lama sejak ${wib(tertua)}` : ''}`

function suspended({ at, suplier }: Health, minutes: number): Trouble[] {
  return suplier.istirahat.flatMap(({ sellerid, sellername, sejak, gagal }) =>
    sejak === null || at.getTime() - sejak.getTime() < minutes * 60_000
      ? []
      : [
          {
            matter: 'seller',
            subject: sellerid.toString(),
            message: `${sellername}, sejak ${wib(sejak)}, ${dotted(gagal)} gagal`,
            upTo: 0n,
          },
        ],
  )
}

const xmppTroubles = ({ jabber }: Health): Trouble[] =>
  jabber.flatMap(({ akun, keadaan, sejak, kata, terputus, celah, tanpaarsip }) => {
    const about = (matter: HealthMatter, message: string) => ({ matter, subject: akun, message: `${akun}, ${message}`, upTo: 0n })
    const detail = kata === '' ? '' : `: ${kata}`
    return [
      ...(terputus ? [about('jabber', `${xmppWords[keadaan]} sejak ${wib(sejak)}${detail}`)] : []),
      ...(celah === null ? [] : [about('jabber_gap', `arsip server XMPP terputus ${wib(celah)}`)]),
      ...(tanpaarsip ? [about('jabber_no_archive', 'server XMPP tidak menyimpan arsip untuk akun ini')] : []),
    ]
  })

const xmppWords = { connecting: 'sedang menyambung', online: 'tersambung', refused: 'ditolak server', lost: 'terputus' } as const

const silentBanks = ({ bank }: Health): Trouble[] =>
  bank.flatMap(({ bankcode, terakhir, baik }) =>
    baik || terakhir === null
      ? []
      : [{ matter: 'bankfeed', subject: bankcode, message: `${bankNames[bankcode]}, kabar terakhir ${wib(terakhir)}`, upTo: 0n }],
  )
