import { dotted } from '@lapak/contract/shared/money'
import { type Hour, hourLabel, type MemberNotification, notifyHours, notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Database, Tx } from '#db/db.ts'
import { lastSetBefore, type MemberSum, releasesByBuyer, salesBySeller } from '#ledger/sums-since.ts'

/** Notifies sellers of sales and buyers of failures once an hour. The numbers come from the ledger, so that orders write no notifications. */
export const notifyTradeHourly = (db: Database, now: Date): Promise<void> =>
  notifyHours(
    db,
    {
      name: 'trade',
      numberBefore: lastSetBefore,
      async notifyHour(tx: Tx, hour: Hour) {
        for (const sold of await salesBySeller(tx, hour)) notifyMembers(tx, saleNotification(sold, hour))
        for (const failed of await releasesByBuyer(tx, hour)) notifyMembers(tx, failureNotification(failed, hour))
      },
    },
    now,
  )

const saleNotification = ({ memberId, count, amount }: MemberSum, hour: Hour): MemberNotification => ({
  memberId,
  kind: 'sale',
  key: `sale ${hour.key}`,
  title: `${dotted(BigInt(count))} penjualan sukses`,
  text: `Rp ${dotted(amount)} masuk ke saldo Anda, ${hourLabel(hour)}.`,
  link: '/penjualan',
})

const failureNotification = ({ memberId, count, amount }: MemberSum, hour: Hour): MemberNotification => ({
  memberId,
  kind: 'failed_order',
  key: `failed_order ${hour.key}`,
  title: `${dotted(BigInt(count))} transaksi gagal`,
  text: `Rp ${dotted(amount)} sudah kembali ke saldo Anda, ${hourLabel(hour)}.`,
  link: '/trxpembelian?statustrx=2',
})
