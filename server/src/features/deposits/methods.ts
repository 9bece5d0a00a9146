import type { BodyOf, DataOf } from '@lapak/contract/call'
import type { depositCalls, PaymentMethod } from '@lapak/contract/deposits'
import { dotted } from '@lapak/contract/money'
import type { Selectable } from 'kysely'
import type { Database, Reader, Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { PaymentMethod as MethodTable } from '#core/schema.ts'
import type { Audit } from '../audit/audit.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Settings } from '../settings/settings.ts'

export type Method = Selectable<MethodTable>

type Channel = PaymentMethod['channel']
type MethodSettings = DataOf<typeof depositCalls.methodSettings>[number]

/** Whether somebody can pay by it now: a transfer needs an account to go to, the others a provider. */
export const isOffered = ({ enabled, channel, account_no }: Pick<Method, 'enabled' | 'channel' | 'account_no'>): boolean =>
  enabled && channel === 'transfer' && account_no !== ''

/** What the house keeps of a payment of this amount, in whole rupiah, rounded up. */
export const feeOf = ({ fee_flat, fee_basis_points }: Method, amount: bigint): bigint =>
  fee_flat + (amount * BigInt(fee_basis_points) + 9_999n) / 10_000n

const allMethods = (read: Reader) => read.selectFrom('payment_method').selectAll().orderBy('sort_order').execute()

export async function listMethods({ db, settings }: { db: Database; settings: Settings }): Promise<PaymentMethod[]> {
  const methods = await allMethods(db.read)
  return methods.filter(isOffered).map((method) => ({
    id: method.id,
    name: method.name,
    description: method.description,
    logo: method.logo,
    tipe: method.channel === 'transfer' ? 0 : 1,
    channel: method.channel as Channel,
    feeflat: method.fee_flat,
    feebasispoints: method.fee_basis_points,
    min: settings.get('topup.min'),
    max: settings.get('topup.max'),
  }))
}

/** The method as it is now; refused when nobody can pay by it. */
export async function offeredMethod(read: Reader, id: bigint): Promise<Method> {
  const method = await read.selectFrom('payment_method').selectAll().where('id', '=', Number(id)).executeTakeFirst()
  if (method?.channel === 'card') throw new Refusal('deposit.use_invoice')
  if (!method || !isOffered(method)) throw new Refusal('deposit.method_off')
  return method
}

const settingsOf = (method: Method): MethodSettings => ({
  id: method.id,
  name: method.name,
  channel: method.channel as Channel,
  cashcode: method.cash_code as MethodSettings['cashcode'],
  feeflat: method.fee_flat,
  feebasispoints: method.fee_basis_points,
  accountno: method.account_no,
  accountname: method.account_name,
  enabled: method.enabled,
  updateat: method.updated_at,
})

export const listMethodSettings = async ({ db }: { db: Database }): Promise<MethodSettings[]> => (await allMethods(db.read)).map(settingsOf)

export interface MethodDeps {
  db: Database
  audit: Audit
  outbox: Outbox
}

type Changes = BodyOf<typeof depositCalls.changeMethod>

/** Everybody's money goes where a method says, so every administrator hears of a change. */
export function changeMethod({ db, audit, outbox }: MethodDeps, by: Caller, id: bigint, asked: Changes): Promise<MethodSettings> {
  return db.transaction(async (tx) => {
    const before = await tx.selectFrom('payment_method').selectAll().where('id', '=', Number(id)).forUpdate().executeTakeFirst()
    if (!before) throw new Refusal('not_found.payment_method')
    if (before.updated_at.getTime() !== asked.updateat.getTime()) throw new Refusal('payment_method.changed')
    const after = await tx
      .updateTable('payment_method')
      .set({
        fee_flat: asked.feeflat,
        fee_basis_points: asked.feebasispoints,
        account_no: asked.accountno,
        account_name: asked.accountname,
        enabled: asked.enabled,
        updated_at: new Date(),
      })
      .where('id', '=', Number(id))
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit.note(tx, {
      event: 'payment_method.changed',
      by,
      subject: id,
      before: factsOf(before),
      after: factsOf(after),
      reason: asked.reason,
    })
    await tellAdministrators(tx, outbox, before, after)
    return settingsOf(after)
  })
}

const factsOf = (method: Method) => ({
  feeflat: method.fee_flat,
  feebasispoints: method.fee_basis_points,
  end: method.account_no.slice(-4),
  name: method.account_name,
  enabled: method.enabled,
})

const shown = ({ enabled, account_no, account_name, fee_flat, fee_basis_points }: Method) =>
  `${enabled ? 'aktif' : 'tidak aktif'}, rekening ••••${account_no.slice(-4)} atas nama ${account_name || '-'}, biaya Rp ${dotted(fee_flat)} + ${fee_basis_points / 100}%`

async function tellAdministrators(tx: Tx, outbox: Outbox, before: Method, after: Method) {
  const admins = await tx
    .selectFrom('member')
    .innerJoin('member_role', 'member_role.member_id', 'member.id')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select(['member.id', 'member.email'])
    .where('role.name', '=', 'ROLE_ADMIN')
    .where('member.status', '<>', 0)
    .execute()
  for (const { id, email } of admins)
    await outbox.mail(
      tx,
      { memberId: id, email },
      {
        subject: `Metode pembayaran ${after.name} diubah`,
        paragraphs: [`Sebelumnya: ${shown(before)}.`, `Sekarang: ${shown(after)}.`],
        closing: ['Bila perubahan ini tidak disepakati, matikan metodenya dan periksa halaman audit.'],
      },
    )
}
