import type { Health, HealthQueue } from '@lapak/contract/backoffice/health'
import { bankNames } from '@lapak/contract/shared/banks'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adapterLabels } from '#features/backoffice/health/adapter-labels.ts'
import classes from '#features/backoffice/health/health-cards.module.css'
import { Card } from '#ui/card.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import link from '#ui/text-link.module.css'

/** One card per subject of monitoring, with its state and its figures. */
export const HealthCards = ({ of }: { of: Health }) => (
  <div className={classes.cards}>
    {mattersOf(of).map(({ title, well, facts, more }) => (
      <Card key={title} component="section" aria-label={title} className={classes.card}>
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          {well !== null && <Wellness well={well} />}
        </div>
        <Facts facts={facts} />
        {more}
      </Card>
    ))}
  </div>
)

const Wellness = ({ well }: { well: boolean }) =>
  well ? (
    <StatusBadge colour="green" icon={IconCircleCheck} label="Baik" />
  ) : (
    <StatusBadge colour="red" icon={IconAlertTriangle} label="Perlu dilihat" />
  )

const botWords = { connecting: 'Menyambung', online: 'Tersambung', refused: 'Ditolak server', lost: 'Terputus' } as const

interface Matter {
  title: string
  /** Null if the state is neither good nor bad. */
  well: boolean | null
  facts: Fact[]
  more?: ReactNode
}

const queueFacts = ({ jml, tertua }: HealthQueue, label: string): Fact[] => [
  { label, value: dotted(jml) },
  { label: 'Paling lama sejak', value: tertua && <RelativeTime at={tertua} /> },
]

const restoreLabels = {
  other_cluster: 'Database pindah ke server PostgreSQL lain',
  commits_lost: 'Data yang sudah tersimpan hilang',
  no_witness: 'Tidak ada catatan pembanding dari sebelum pemulihan',
} as const

const backupFacts = ({ cara, keterangan, terakhir, gagal, arsip, arsipgagal }: Health['cadangan']): Fact[] => {
  if (cara === 'lain') return [{ label: 'Dibuat oleh', value: keterangan }]
  if (cara === 'tidak_ada') return [{ label: 'Cadangan', value: 'Belum diatur di server (BACKUP_FOLDER atau BACKUP_S3_URL)' }]
  return [
    { label: 'Berhasil terakhir', value: terakhir ? <RelativeTime at={terakhir.at} /> : 'Belum pernah' },
    ...(terakhir
      ? [{ label: 'Ukuran', value: `${dotted(Math.ceil(terakhir.ukuran / 1_048_576))} MB, ${dotted(terakhir.detik)} detik` }]
      : []),
    { label: 'Perubahan sampai', value: arsip && <RelativeTime at={arsip} /> },
    ...[gagal, arsipgagal].flatMap((value) => (value === null ? [] : [{ label: 'Gagal', value }])),
  ]
}

const mattersOf = ({
  pemulihan,
  pekerja,
  pesanan,
  peringatan,
  suplier,
  callback,
  pesan,
  tugas,
  bank,
  jabber,
  pembukuan,
  disk,
  cadangan,
  latihan,
  penghubung,
}: Health): Matter[] => [
  ...(pemulihan === null
    ? []
    : [
        {
          title: 'Pemulihan database',
          well: false,
          facts: [
            { label: 'Sebab', value: restoreLabels[pemulihan.alasan] },
            { label: 'Sejak', value: <RelativeTime at={pemulihan.sejak} /> },
            { label: 'Akibat', value: 'Pesanan ditolak dan worker berhenti' },
            { label: 'Langkah', value: 'Jalankan npm run restored di server' },
          ],
        },
      ]),
  {
    title: 'Pesanan',
    well: pesanan.baik && peringatan.baik,
    facts: [
      ...queueFacts(pesanan, 'Belum berakhir'),
      { label: 'Tidak diketahui akhirnya', value: dotted(pesanan.tidakdiketahui) },
      { label: 'Peringatan belum diselesaikan', value: dotted(peringatan.jml) },
    ],
    more: (
      <div className={classes.ways}>
        <Link to="/trxadm" search={{ statustrx: '0' }} className={link.link}>
          Lihat transaksi pending
        </Link>
        <Link to="/trxadm" search={{ tab: 'peringatan' }} className={link.link}>
          Lihat peringatan
        </Link>
      </div>
    ),
  },
  {
    title: 'Worker',
    well: pekerja.baik,
    facts: [
      { label: 'Hidup sekarang', value: dotted(pekerja.hidup) },
      { label: 'Terakhir terlihat', value: pekerja.terakhir && <RelativeTime at={pekerja.terakhir} /> },
    ],
  },
  {
    title: 'Suplier istirahat',
    well: suplier.jml === 0,
    facts: [
      { label: 'Sedang istirahat', value: dotted(suplier.jml) },
      ...suplier.istirahat.map(({ sellerid, sellername, sampai, gagal }) => ({
        label: sellername,
        value: `${dotted(gagal)} gagal, sampai ${wib(sampai)}`,
        action: (
          <Link to="/trxadm" search={{ sellerid: sellerid.toString() }} className={link.link} aria-label={`Transaksi ${sellername}`}>
            Transaksi
          </Link>
        ),
      })),
    ],
  },
  { title: 'Callback', well: callback.baik, facts: queueFacts(callback, 'Belum sampai') },
  {
    title: 'Surat dan kode',
    well: pesan.baik,
    facts: [...queueFacts(pesan, 'Belum terkirim'), { label: 'Gagal dalam 24 jam', value: dotted(pesan.gagal) }],
  },
  {
    title: 'Tugas',
    well: tugas.baik && tugas.gagal === 0,
    facts: [...queueFacts(tugas, 'Terlambat'), { label: 'Gagal, tidak dicoba lagi', value: dotted(tugas.gagal) }],
  },
  {
    title: 'Feed mutasi bank',
    well: bank.every(({ baik }) => baik),
    facts: bank.map(({ bankcode, terakhir }) => ({
      label: bankNames[bankcode],
      value: terakhir ? <RelativeTime at={terakhir} /> : 'Tidak ada kabar dalam 3 hari',
    })),
    more: (
      <Link to="/mutasibank" className={link.link}>
        Lihat mutasi bank
      </Link>
    ),
  },
  {
    title: 'Jabber',
    well: jabber.length === 0 ? null : jabber.every(({ baik }) => baik),
    facts:
      jabber.length === 0
        ? [{ label: 'Akun', value: 'Tidak diatur' }]
        : jabber.map(({ akun, keadaan, sejak, kata, celah, tanpaarsip }) => ({
            label: akun,
            value: (
              <span title={wib(sejak)}>
                {botWords[keadaan]} <RelativeTime at={sejak} />
                {kata && `: ${kata}`}
                {celah && `. Arsip terputus ${wib(celah)}`}
                {tanpaarsip && '. Server tanpa arsip: pesan boleh hilang saat Lapak mati'}
              </span>
            ),
          })),
  },
  {
    title: 'Pembukuan',
    well: pembukuan?.baik ?? null,
    facts: pembukuan
      ? [
          { label: 'Diperiksa terakhir', value: wib(pembukuan.at) },
          { label: 'Aturan yang dilanggar', value: dotted(pembukuan.langgar) },
        ]
      : [{ label: 'Diperiksa terakhir', value: 'Belum pernah' }],
    more: (
      <Link to="/account" className={link.link}>
        Lihat pemeriksaan
      </Link>
    ),
  },
  {
    title: 'Ruang disk',
    well: disk?.baik ?? null,
    facts: disk
      ? [
          { label: 'Bebas', value: `${dotted(disk.bebas)} MB` },
          { label: 'Seluruhnya', value: `${dotted(disk.total)} MB` },
        ]
      : [{ label: 'Bebas', value: 'Tidak diketahui' }],
  },
  { title: 'Cadangan data', well: cadangan.baik, facts: backupFacts(cadangan) },
  {
    title: 'Latihan pemulihan',
    well: cadangan.cara === 'sendiri' ? latihan.baik : null,
    facts: [
      { label: 'Berhasil terakhir', value: latihan.terakhir ? <RelativeTime at={latihan.terakhir} /> : 'Belum pernah' },
      ...(latihan.gagal === null ? [] : [{ label: 'Gagal', value: latihan.gagal }]),
    ],
  },
  {
    title: 'Penghubung',
    well: null,
    facts: penghubung.map(({ nama, jalan }) => ({ label: adapterLabels[nama], value: jalan ?? 'Tidak diatur' })),
  },
]
