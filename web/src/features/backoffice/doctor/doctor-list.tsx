import type { DoctorCheck, DoctorFinding } from '@lapak/contract/backoffice/doctor'
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type TablerIcon } from '@tabler/icons-react'
import { useDoctor } from '#features/backoffice/doctor/doctor.api.ts'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const labels: Record<DoctorCheck, string> = {
  environment: 'Lingkungan',
  node: 'Node',
  disk: 'Ruang disk',
  witness: 'Saksi pemulihan',
  database: 'PostgreSQL',
  settings: 'Pengaturan PostgreSQL',
  pooler: 'Pooler',
  role: 'Role database',
  connections: 'Koneksi database',
  migrations: 'Migrasi',
  clock: 'Jam',
  secrets: 'Kunci rahasia',
  workers: 'Worker',
  mail: 'E-mail',
  whatsapp: 'WhatsApp',
  store: 'Penyimpanan gambar',
  gateway: 'Penyedia pembayaran',
  address: 'PUBLIC_URL dan proxy',
  websocket: 'WebSocket',
  admins: 'Admin',
  methods: 'Metode topup',
  terms: 'Syarat & ketentuan',
  backup: 'Backup',
}

const states: Record<DoctorFinding['keadaan'], { colour: StatusColour; icon: TablerIcon; label: string }> = {
  ok: { colour: 'green', icon: IconCircleCheck, label: 'Baik' },
  warn: { colour: 'orange', icon: IconAlertTriangle, label: 'Perhatikan' },
  fail: { colour: 'red', icon: IconCircleX, label: 'Gagal' },
}

/** The checks of `npm run doctor`, when an administrator asks for them. What is wrong comes first. */
export function DoctorList() {
  const doctor = useDoctor()
  const found = doctor.data?.data.toSorted((one, other) => rank(one) - rank(other))
  return (
    <Section
      title="Pemeriksaan"
      hint="Mesin, database, layanan dan alamat, seperti npm run doctor di server. Tidak ada yang diubah atau dikirim."
      action={
        <Button variant="default" size="sm" loading={doctor.isPending} onClick={() => doctor.mutate()}>
          Periksa sekarang
        </Button>
      }
    >
      {doctor.error && (
        <Text size="sm" role="alert" c="red.8">
          {doctor.error.message}
        </Text>
      )}
      {found && (
        <RowList aria-label="Hasil pemeriksaan">
          {found.map(({ nama, keadaan, pesan }) => (
            <Row key={nama} actions={<StatusBadge {...states[keadaan]} />}>
              {labels[nama]}
              <RowFacts>{pesan}</RowFacts>
            </Row>
          ))}
        </RowList>
      )}
    </Section>
  )
}

const rank = ({ keadaan }: DoctorFinding): number => ['fail', 'warn', 'ok'].indexOf(keadaan)
