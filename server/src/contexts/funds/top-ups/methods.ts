import { type PaymentMethod, qrisMax, type topUpCalls, topupFee } from '@lapak/contract/funds/top-ups'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Selectable } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import type { PaymentMethod as MethodTable } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import type { TicketProvider } from './provider.ts'

export type Method = Selectable<MethodTable>

type Channel = PaymentMethod['channel']
type MethodSettings = DataOf<typeof topUpCalls.methodSettings>[number]

/** Whether members can use the method now: a transfer needs a configured account, all other channels need a provider. */
export const isOffered = (
  { enabled, channel, account_no }: Pick<Method, 'enabled' | 'channel' | 'account_no'>,
  hasProvider: boolean,
): boolean => enabled && (channel === 'transfer' ? account_no !== '' : hasProvider)

export const feeOf = ({ fee_flat, fee_basis_points }: Pick<Method, 'fee_flat' | 'fee_basis_points'>, amount: bigint): bigint =>
  topupFee({ feeflat: fee_flat, feebasispoints: fee_basis_points }, amount)

/**
 * The fee that is deducted from a sum that came without a ticket. It equals the fee of a ticket for which the member pays this sum. If nothing would
 * be left, it is the whole sum.
 */
export function feeWithin(method: Pick<Method, 'fee_flat' | 'fee_basis_points'>, received: bigint): bigint {
  const within = received - method.fee_flat
  if (within <= 0n) return received
  let amount = (within * 10_000n) / (10_000n + BigInt(method.fee_basis_points))
  while (amount > 0n && amount + feeOf(method, amount) > received) amount -= 1n
  return received - amount
}

const allMethods = (read: Reader) => read.selectFrom('payment_method').selectAll().orderBy('sort_order').execute()

/** All methods, sorted by id. `methodOfFound` takes the first matching method in this order. */
export const listMethodsById = (read: Reader): Promise<Method[]> => read.selectFrom('payment_method').selectAll().orderBy('id').execute()

/**
 * The method for money that came without a ticket: for a transfer, the method of its bank; otherwise the method of the provider's channel. The cash
 * account is not compared for the provider's channels, since older payments may be booked at a former cash account of the method.
 */
export const methodOfFound = (methods: readonly Method[], { bank, channel }: { bank: string; channel: string }): Method | undefined =>
  methods.find((method) => method.channel === channel && (channel !== 'transfer' || method.cash_code === bank))

/** The maximum of one top-up, in rupiah. */
export const maxOf = ({ channel }: Pick<Method, 'channel'>, settings: Settings): bigint => {
  const max = settings.get('topup.max')
  return channel === 'qris' && qrisMax < max ? qrisMax : max
}

export interface OfferDeps {
  db: Database
  settings: Settings
  provider: TicketProvider | null
}

export async function listMethods({ db, settings, provider }: OfferDeps): Promise<PaymentMethod[]> {
  const methods = (await allMethods(db.read)).filter((method) => isOffered(method, provider !== null))
  return methods.map((method) => ({
    id: method.id,
    name: method.name,
    description: method.description,
    logo: method.logo,
    tipe: method.channel === 'transfer' ? 0 : 1,
    channel: method.channel as Channel,
    feeflat: method.fee_flat,
    feebasispoints: method.fee_basis_points,
    min: settings.get('topup.min'),
    max: maxOf(method, settings),
  }))
}

/** The id as a number of the column type (smallint). An id out of range becomes 0, which no method has. */
export const methodNumber = (id: bigint): number => (id <= 32_767n ? Number(id) : 0)

/** The method with this id, if members can use it; otherwise refused. */
export async function offeredMethod(read: Reader, provider: TicketProvider | null, id: bigint): Promise<Method> {
  const method = await read.selectFrom('payment_method').selectAll().where('id', '=', methodNumber(id)).executeTakeFirst()
  if (!method || !isOffered(method, provider !== null)) throw new Refusal('deposit.method_off')
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

export const readMethodSettings = async (read: Reader, id: bigint): Promise<MethodSettings> =>
  settingsOf(await read.selectFrom('payment_method').selectAll().where('id', '=', methodNumber(id)).executeTakeFirstOrThrow())

export const listMethodSettings = async ({ db }: { db: Database }): Promise<MethodSettings[]> => (await allMethods(db.read)).map(settingsOf)
