import { dotted } from '@lapak/contract/shared/money'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import { notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'

export interface LowBalanceDeps {
  db: Database
  callbacks: Pick<Callbacks, 'enqueueLowBalance'>
  outbox: Outbox
  settings: Settings
  log: Log
}

/** A balance that fell below the warning limit that its member has set. Amounts in whole rupiah. */
export interface BelowFloor {
  memberId: bigint
  balance: bigint
  floor: bigint
}

/**
 * Warns a member by callback, in-app notification, e-mail and WhatsApp. The debit does not wait for the warning: a warning that cannot be stored is
 * logged, and the order stays valid. If the balance falls below the limit repeatedly, each time sends a callback; a single in-app notification is
 * updated, and e-mails and WhatsApp messages have a daily limit.
 */
export function createLowBalanceWarning(deps: LowBalanceDeps): (crossing: BelowFloor) => void {
  const { callbacks, log } = deps
  return (crossing) => {
    const { memberId, balance, floor } = crossing
    Promise.all([callbacks.enqueueLowBalance(memberId, balance, floor), writeToMember(deps, crossing)]).catch((error) =>
      log.error({ err: error, member: memberId }, 'storing a low-balance warning failed'),
    )
  }
}

async function writeToMember({ db, outbox, settings }: LowBalanceDeps, { memberId, balance, floor }: BelowFloor) {
  const writes = await isWithin(db, memberId, settings.get('messages.lowBalancePerDay'))
  await db.transaction(async (tx) => {
    notifyMembers(tx, { memberId, ...bellOf(balance, floor) })
    if (!writes) return
    const { email, phone } = await addressesOf(tx, memberId)
    await outbox.sendEmail(tx, { memberId, email }, emailOf(balance, floor))
    if (phone !== null) await outbox.sendText(tx, { memberId, phone }, 'low_balance', lineOf(balance, floor))
  })
}

async function isWithin(db: Database, memberId: bigint, perDay: number): Promise<boolean> {
  if (perDay === 0) return false
  try {
    await rateLimit(db, `low balance letter:${memberId}`, perDay, 86_400)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The phone number is used only if it is verified: an unverified number may belong to another person. */
async function addressesOf(tx: Tx, memberId: bigint): Promise<{ email: string; phone: string | null }> {
  const { email, phone, phone_verified_at } = await tx
    .selectFrom('member')
    .select(['email', 'phone', 'phone_verified_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { email, phone: phone_verified_at === null ? null : phone }
}

/** The title contains no amount, because it is visible on locked screens. */
const bellOf = (balance: bigint, floor: bigint) =>
  ({
    kind: 'low_balance',
    key: 'low balance',
    title: 'Saldo menipis',
    text: `Saldo Anda tinggal Rp ${dotted(balance)}, di bawah batas peringatan Rp ${dotted(floor)}.`,
    link: '/tambahsaldo',
  }) as const

const emailOf = (balance: bigint, floor: bigint): Email => ({
  subject: `Saldo Lapak tinggal Rp ${dotted(balance)}`,
  bell: bellOf(balance, floor),
  paragraphs: [
    `Saldo Anda sekarang Rp ${dotted(balance)}, di bawah batas peringatan Rp ${dotted(floor)}.`,
    'Pesanan ditolak selama saldo tidak cukup. Tambah saldo supaya penjualan Anda jalan terus.',
  ],
  closing: ['Batas peringatan bisa diubah atau dimatikan di Profile, tab API.'],
})

/** A single line, because WhatsApp template parameters cannot contain line breaks. */
const lineOf = (balance: bigint, floor: bigint) =>
  `Saldo Lapak Anda tinggal Rp ${dotted(balance)}, di bawah batas peringatan Rp ${dotted(floor)}. Tambah saldo supaya pesanan tidak ditolak.`
