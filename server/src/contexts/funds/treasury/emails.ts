import { dotted } from '@lapak/contract/shared/money'
import { type Email, notYou } from '#contexts/system/outbox/outbox.ts'

/** Only the e-mail about a negative adjustment contains the security notice, since a positive adjustment takes nothing from the member. */
export function adjustedEmail(amount: bigint, reason: string): Email {
  const change = `${amount > 0n ? 'bertambah' : 'berkurang'} Rp ${dotted(amount > 0n ? amount : -amount)}`
  return {
    subject: `Saldo Anda ${change}`,
    bell: {
      kind: 'adjustment',
      link: '/histori?tab=mutasi',
      title: 'Saldo disesuaikan admin',
      text: `Saldo Anda ${change}. Alasan: ${reason}`,
    },
    paragraphs: [`Saldo Lapak Anda disesuaikan admin dan ${change}.`, `Alasan: ${reason}`],
    closing: amount < 0n ? [notYou] : [],
  }
}
