import type { sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import type { DataOf } from '@lapak/contract/shared/call'
import { rupiahText } from '@lapak/contract/shared/money'
import { IconCircleCheck, IconCircleX, IconClock, IconHelpCircle } from '@tabler/icons-react'
import { Facts } from '#ui/facts.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

type Understood = DataOf<typeof sellerApiCalls.tryOut>

export const UnderstoodAnswer = ({ of }: { of: Understood }) => (
  <section aria-label="Yang dipahami" aria-live="polite">
    <Facts
      facts={[
        { label: 'Status', value: <StatusBadge {...stateLabels[of.state]} /> },
        { label: 'Serial number', value: of.serialnumber, code: true },
        { label: 'Nama pelanggan', value: of.customername },
        { label: 'Tagihan', value: of.price !== null && rupiahText(of.price) },
        { label: 'Saldo', value: of.balance !== null && rupiahText(of.balance) },
        { label: 'Nomor di server', value: of.supplierreference, code: true },
        { label: 'Keterangan', value: of.message },
      ].map((fact) => ({ ...fact, value: fact.value || null }))}
    />
  </section>
)

const stateLabels = {
  success: { colour: 'green', icon: IconCircleCheck, word: 'Sukses' },
  known: { colour: 'green', icon: IconCircleCheck, word: 'Saldo terbaca' },
  found: { colour: 'green', icon: IconCircleCheck, word: 'Tagihan terbaca' },
  pending: { colour: 'blue', icon: IconClock, word: 'Diproses' },
  failed: { colour: 'red', icon: IconCircleX, word: 'Gagal' },
  refused: { colour: 'red', icon: IconCircleX, word: 'Permintaan ditolak' },
  'not-found': { colour: 'orange', icon: IconHelpCircle, word: 'Tidak ditemukan' },
  unknown: { colour: 'orange', icon: IconHelpCircle, word: 'Tidak dikenali' },
} as const
