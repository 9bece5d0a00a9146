import type { buyerOptionCalls } from '@lapak/contract/buyer-options'
import type { BodyOf } from '@lapak/contract/call'
import { changesOf } from '#core/changes.ts'
import type { Config } from '#core/config.ts'
import type { Database } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Vault } from '#core/secrets.ts'
import { addressList, whyRefused } from '#core/typed-addresses.ts'
import type { Audit } from '../audit/audit.ts'
import { changeCallbackAddress } from '../callbacks/callbacks.ts'
import { setBuyerOptions } from '../members/members.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Settings } from '../settings/settings.ts'
import { type BuyerOptions, readBuyerOptions } from './buyer-options.queries.ts'

export interface BuyerOptionDeps {
  db: Database
  audit: Audit
  vault: Vault
  outbox: Pick<Outbox, 'mail'>
  config: Pick<Config, 'allowedHosts'>
  settings: Settings
}

type OptionChanges = BodyOf<typeof buyerOptionCalls.change>

/** Fields that are not given stay as they are. */
export function changeBuyerOptions(deps: BuyerOptionDeps, by: Caller, asked: OptionChanges): Promise<BuyerOptions> {
  const { memberId } = by
  const reason = asked.callback ? whyRefused(asked.callback, deps.config.allowedHosts) : null
  if (reason !== null) throw new Refusal('callback.address_refused', { reason })
  const allowed = asked.ip === undefined ? undefined : addressList(asked.ip, 'ip')
  return deps.db.transaction(async (tx) => {
    await lockMirror(tx)
    const before = await tx
      .selectFrom('member')
      .select(['allowed_addresses', 'double_guard_minutes', 'routing', 'low_balance', 'price_news', 'open_offers'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const changes = changesOf(before, {
      allowed_addresses: allowed ?? before.allowed_addresses,
      double_guard_minutes: asked.doubleguard ?? before.double_guard_minutes,
      routing: asked.routing ?? before.routing,
      low_balance: asked.lowbalance === undefined ? before.low_balance : asked.lowbalance,
      price_news: asked.pricenews ?? before.price_news,
      open_offers: asked.openoffers ?? before.open_offers,
    })
    if (changes) await setBuyerOptions(tx, memberId, changes)
    if (changes?.allowed_addresses !== undefined)
      await deps.audit.note(tx, {
        event: 'key.addresses_changed',
        by,
        subject: memberId,
        before: { ip: before.allowed_addresses },
        after: { ip: changes.allowed_addresses },
      })
    if (asked.callback !== undefined) await changeCallbackAddress(tx, deps, by, asked.callback)
    return readBuyerOptions(tx, memberId)
  })
}
