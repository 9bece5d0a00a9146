import type { OpeningItem } from '@lapak/contract/backoffice/opening'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { openingQuery, useHideOpening } from '#features/backoffice/opening/opening.api.ts'
import classes from '#features/backoffice/opening/opening-checklist.module.css'
import { Section } from '#ui/section.tsx'
import link from '#ui/text-link.module.css'

interface Step extends Pick<LinkProps, 'to' | 'search'> {
  label: string
  /** What to do as long as it is not ready. */
  todo: string
}

const steps: Record<OpeningItem, Step> = {
  mail: {
    label: 'E-mail',
    todo: 'Isi SMTP_URL dan MAIL_FROM di lingkungan server, jalankan ulang, lalu tes di sini',
    to: '/admin/pengaturan',
    search: { tab: 'penghubung' },
  },
  whatsapp: {
    label: 'WhatsApp',
    todo: 'Isi WHATSAPP dan WHATSAPP_TOKEN di lingkungan server: tanpa itu nomor HP tidak bisa diverifikasi',
    to: '/admin/pengaturan',
    search: { tab: 'penghubung' },
  },
  twofactor: {
    label: 'Verifikasi dua langkah setiap admin',
    todo: 'Masih ada admin tanpa verifikasi dua langkah',
    to: '/profile',
    search: { tab: 'keamanan' },
  },
  admins: {
    label: 'Admin kedua',
    todo: 'Keputusan besar membutuhkan dua admin: jalankan npm run admin:create -- <e-mail> di server',
    to: '/usermanagement',
  },
  methods: {
    label: 'Rekening dan metode topup',
    todo: 'Isi rekening bank yang menerima topup, atau pasang penyedia pembayaran',
    to: '/admin/pengaturan',
    search: { tab: 'metode' },
  },
  products: { label: 'Kategori, brand, dan produk', todo: 'Belum ada produk yang aktif', to: '/admin/products' },
  seller: {
    label: 'Suplier dengan penawaran aktif',
    todo: 'Belum ada suplier yang tokonya buka, servernya sudah dites, dan menawarkan produk',
    to: '/usermanagement',
    search: { tab: 'pengajuan' },
  },
  terms: {
    label: 'Syarat & ketentuan',
    todo: 'Yang berlaku masih contoh bawaan: terbitkan dengan nama dan aturan usaha Anda',
    to: '/syaratketentuan',
  },
  backup: {
    label: 'Backup setiap malam',
    todo: 'Isi BACKUP_FOLDER atau BACKUP_S3_URL di lingkungan server: tanpa backup, disk yang rusak menghapus semua pembukuan',
    to: '/admin/kesehatan',
  },
}

/** What is still missing before the marketplace can be opened; nothing if all is ready or an administrator has hidden it. */
export function OpeningChecklist() {
  const { data } = useQuery(openingQuery)
  const hide = useHideOpening()
  if (!data?.tampil) return null
  const ready = data.butir.filter(({ siap }) => siap).length
  return (
    <Section
      title="Sebelum dibuka"
      hint={`${ready} dari ${data.butir.length} siap. Daftar ini hilang bila semuanya siap.`}
      action={
        <Button variant="subtle" size="sm" loading={hide.isPending} onClick={() => hide.mutate()}>
          Sembunyikan
        </Button>
      }
    >
      <ul className={classes.steps} aria-label="Yang perlu disiapkan">
        {data.butir.map(({ nama, siap }) => (
          <StepLine key={nama} {...steps[nama]} ready={siap} />
        ))}
      </ul>
    </Section>
  )
}

function StepLine({ label, todo, to, search, ready }: Step & { ready: boolean }) {
  const Icon = ready ? IconCircleCheck : IconCircleDashed
  return (
    <li className={classes.step} data-ready={ready || undefined}>
      <Icon size={20} className={classes.icon} aria-label={ready ? 'Siap' : 'Belum'} />
      <div>
        <Link to={to} search={search} className={link.link}>
          {label}
        </Link>
        {!ready && <div className={classes.todo}>{todo}</div>}
      </div>
    </li>
  )
}
