import type { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { BodyOf } from '@lapak/contract/call'
import { changesOf } from '#core/changes.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import { newCallbackSecret } from '../callbacks/callbacks.ts'
import { addressList, whyRefused } from './addresses.ts'
import { type BuyerSettings, readBuyerSettings } from './api-settings.queries.ts'
import type { ApiSettingsDeps } from './deps.ts'
import { callbackChanged, callbackSecretReplaced } from './letters.ts'

type BuyerChanges = BodyOf<typeof apiSettingsCalls.change>

/** The old secret ends at once: signatures of both would be needed only where nobody can be told, and this is shown here. */
export function replaceCallbackSecret({ db, vault, outbox }: ApiSettingsDeps, memberId: bigint): Promise<string> {
  const secret = newCallbackSecret()
  return db.transaction(async (tx) => {
    const { email } = await tx
      .updateTable('member')
      .set({ callback_secret: vault.seal(secret, memberId), updated_at: new Date() })
      .where('id', '=', memberId)
      .returning('email')
      .executeTakeFirstOrThrow()
    await outbox.mail(tx, { memberId, email }, callbackSecretReplaced)
    return secret
  })
}

/** Fields that are not given stay as they are. The first callback address brings the secret that callbacks are signed with. */
export function changeBuyerSettings(
  { db, vault, outbox, config }: ApiSettingsDeps,
  memberId: bigint,
  asked: BuyerChanges,
): Promise<BuyerSettings> {
  const reason = asked.callback ? whyRefused(asked.callback, config.allowedHosts) : null
  if (reason !== null) throw new Refusal('callback.address_refused', { reason })
  const allowed = asked.ip === undefined ? undefined : addressList(asked.ip, 'ip')
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const before = await tx
      .selectFrom('member')
      .select([
        'email',
        'allowed_addresses',
        'callback_url',
        'callback_secret',
        'double_guard_minutes',
        'routing',
        'low_balance',
        'price_news',
      ])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const changes = changesOf(before, {
      allowed_addresses: allowed ?? before.allowed_addresses,
      callback_url: asked.callback ?? before.callback_url,
      double_guard_minutes: asked.doubleguard ?? before.double_guard_minutes,
      routing: asked.routing ?? before.routing,
      low_balance: asked.lowbalance === undefined ? before.low_balance : asked.lowbalance,
      price_news: asked.pricenews ?? before.price_news,
    })
    const secretNeeded = Boolean(changes?.callback_url) && before.callback_secret === null
    if (changes) {
      await tx
        .updateTable('member')
        .set({ ...changes, ...(secretNeeded && { callback_secret: vault.seal(newCallbackSecret(), memberId) }), updated_at: new Date() })
        .where('id', '=', memberId)
        .execute()
    }
    if (changes?.callback_url !== undefined) await outbox.mail(tx, { memberId, email: before.email }, callbackChanged(changes.callback_url))
    return readBuyerSettings(tx, memberId)
  })
}
