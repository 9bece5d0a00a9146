import { type DisputeRow, disputeNouns, disputeReasons, disputeState } from '@lapak/contract/ordering/disputes'
import type { Email } from '#contexts/system/outbox/outbox.ts'
import { notificationsOf } from './notifications.ts'

const what = ({ productname, target, idtrx }: DisputeRow) => `${productname} ke ${target} (transaksi ${idtrx})`

const claimOf = ({ jenis }: DisputeRow) => (jenis === 'return' ? 'Retur' : 'Laporan')

const bellOf = (dispute: DisputeRow, to: bigint) => notificationsOf(dispute).find(({ memberId }) => memberId === to) ?? null

export const begunEmail = (dispute: DisputeRow, publicUrl: string): Email => ({
  subject: dispute.jenis === 'return' ? 'Pembeli mengajukan retur' : 'Pembeli melaporkan masalah',
  bell: bellOf(dispute, dispute.sellerid),
  paragraphs: [
    `Pembeli ${dispute.jenis === 'return' ? 'mengajukan retur' : 'melaporkan'} ${what(dispute)}: ${disputeReasons[dispute.reason].toLowerCase()}.`,
    `Jawab sebelum tenggat: kembalikan dananya, atau jelaskan ${dispute.jenis === 'return' ? 'mengapa retur ditolak' : 'bahwa pesanan sudah terkirim'}. Tanpa jawaban, admin yang memutuskan.`,
  ],
  action: { label: `Lihat ${disputeNouns[dispute.jenis]}`, url: `${publicUrl}/penjualan?tab=sengketa` },
})

export const endedEmail = (dispute: DisputeRow, publicUrl: string): Email => ({
  subject: dispute.state === disputeState.refunded ? 'Dana Anda dikembalikan' : `${claimOf(dispute)} Anda ditolak`,
  bell: bellOf(dispute, dispute.memberid),
  paragraphs: [
    dispute.state === disputeState.refunded
      ? `Dana ${what(dispute)} sudah kembali ke saldo Anda.`
      : `${claimOf(dispute)} tentang ${what(dispute)} sudah diperiksa admin, dan transaksinya tetap sukses.`,
    ...(dispute.verdict ? [`Keterangan: ${dispute.verdict}`] : []),
  ],
  action: { label: `Lihat ${disputeNouns[dispute.jenis]}`, url: `${publicUrl}/trxpembelian?tab=sengketa` },
})
