import { type DisputeRow, disputeReasons, disputeState } from '@lapak/contract/ordering/disputes'
import type { MemberNotification } from '#contexts/system/notifications/notifications.ts'

/*
 * Buyer and seller each have one notification per dispute, which every change replaces. The text does not contain the target, because it is a number
 * of the buyer's customer.
 */

const what = ({ productname, idtrx }: DisputeRow) => `${productname}, transaksi ${idtrx}`

const forBuyer = (dispute: DisputeRow, title: string, text: string): MemberNotification => ({
  memberId: dispute.memberid,
  kind: 'dispute',
  key: `dispute ${dispute.id}`,
  title,
  text: `${what(dispute)}: ${text}`,
  link: `/trxpembelian?tab=sengketa&sengketa=${dispute.id}`,
})

const forSeller = (dispute: DisputeRow, title: string, text: string): MemberNotification => ({
  memberId: dispute.sellerid,
  kind: 'dispute',
  key: `dispute ${dispute.id}`,
  title,
  text: `${what(dispute)}: ${text}`,
  link: `/penjualan?tab=sengketa&sengketa=${dispute.id}`,
})

/** The notifications of the present state for buyer and seller, except the one who caused the change. */
export function notificationsOf(dispute: DisputeRow): MemberNotification[] {
  const { state, reason, answer, verdict, endby } = dispute
  const claim = dispute.jenis === 'return' ? 'Retur' : 'Laporan'
  const why = verdict === null ? '' : ` Keterangan: ${verdict}`
  switch (state) {
    case disputeState.open:
      return [
        forSeller(
          dispute,
          dispute.jenis === 'return' ? 'Pembeli mengajukan retur' : 'Pembeli melaporkan masalah',
          `${disputeReasons[reason].toLowerCase()}. Jawab sebelum tenggat.`,
        ),
      ]
    case disputeState.escalated:
      return answer === null
        ? [
            forBuyer(dispute, `${claim} Anda diteruskan ke admin`, 'suplier tidak menjawab sampai tenggat.'),
            forSeller(dispute, `${claim} pembeli diteruskan ke admin`, 'tidak dijawab sampai tenggat.'),
          ]
        : [forBuyer(dispute, `Suplier menjawab ${claim.toLowerCase()} Anda`, 'admin yang memutuskan.')]
    case disputeState.refunded:
      return [
        forBuyer(dispute, 'Dana Anda dikembalikan', `sudah kembali ke saldo Anda.${why}`),
        ...(endby === 'seller' ? [] : [forSeller(dispute, 'Dana dikembalikan ke pembeli', `diputuskan admin.${why}`)]),
      ]
    case disputeState.rejected:
      return [
        forBuyer(dispute, `${claim} Anda ditolak`, `transaksinya tetap sukses.${why}`),
        forSeller(dispute, `${claim} pembeli ditolak`, `penjualan Anda tetap sukses.${why}`),
      ]
    case disputeState.withdrawn:
      return [forSeller(dispute, `${claim} pembeli dibatalkan`, 'pembeli menariknya.')]
  }
}

/** The notification for administrators when they have to decide. */
export const waitingNotification = (dispute: DisputeRow): Omit<MemberNotification, 'memberId'> => ({
  kind: 'waiting',
  key: `dispute ${dispute.id} waits`,
  title: dispute.jenis === 'return' ? 'Retur menunggu keputusan' : 'Sengketa menunggu keputusan',
  text: what(dispute),
  link: `/trxadm?tab=sengketa&sengketa=${dispute.id}`,
})
