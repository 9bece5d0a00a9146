import { isDeepStrictEqual } from 'node:util'
import type { buyerOptionCalls } from '@lapak/contract/ordering/buyer-options'
import type { BodyOf } from '@lapak/contract/shared/call'
import { readOptions, setAllowedAddresses, setBuyerOptions } from '#contexts/members/members/members.ts'
import { changeCallbackUrl } from '#contexts/partners/callbacks/callbacks.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { addressList, whyRefused } from '#http/typed-addresses.ts'
import type { Config } from '#shared/config.ts'
import type { Cipher } from '#shared/secrets.ts'
import { type BuyerOptions, readBuyerOptions } from './buyer-options.queries.ts'

export interface BuyerOptionDeps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Pick<Outbox, 'sendEmail'>
  config: Pick<Config, 'allowedHosts'>
  settings: Settings
}

export type OptionChanges = BodyOf<typeof buyerOptionCalls.change>

/** Fields that are omitted stay unchanged. */
export function changeBuyerOptions(deps: BuyerOptionDeps, by: Caller, asked: OptionChanges): Promise<BuyerOptions> {
  const { memberId } = by
  const reason = asked.callback ? whyRefused(asked.callback, deps.config.allowedHosts) : null
  if (reason !== null) throw new Refusal('callback.address_refused', { reason })
  const allowed = asked.ip === undefined ? undefined : addressList(asked.ip, 'ip')
  return deps.db.transaction(async (tx) => {
    await lockCache(tx)
    const before = auditedOptions(await readOptions(tx, memberId))
    await setBuyerOptions(tx, memberId, asked)
    const after = auditedOptions(await readOptions(tx, memberId))
    if (!isDeepStrictEqual(before, after))
      await deps.audit.record(tx, { event: 'buyer.options_changed', by, subject: memberId, before, after })
    if (allowed !== undefined) await changeAddresses(tx, deps, by, allowed)
    if (asked.callback !== undefined) await changeCallbackUrl(tx, deps, by, asked.callback)
    return readBuyerOptions(tx, memberId)
  })
}

const auditedOptions = ({ routing, doubleguard, lowbalance }: Awaited<ReturnType<typeof readOptions>>) => ({
  routing,
  doubleguard,
  lowbalance,
})

async function changeAddresses(tx: Tx, { audit }: BuyerOptionDeps, by: Caller, list: string): Promise<void> {
  const { memberId } = by
  const { ip } = await tx.selectFrom('member').select('allowed_addresses as ip').where('id', '=', memberId).executeTakeFirstOrThrow()
  if (ip === list) return
  await setAllowedAddresses(tx, memberId, list)
  await audit.record(tx, { event: 'key.addresses_changed', by, subject: memberId, before: { ip }, after: { ip: list } })
}
