import type { KeyTerms } from '@lapak/contract/shared/key-terms'
import type { RefusalCode } from '@lapak/contract/shared/refusals'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { CachedTable } from '#db/cache.ts'
import type { Database } from '#db/db.ts'
import { allows } from '#http/address-list.ts'
import type { Caller } from '#http/http.ts'
import { networkOf } from '#http/network.ts'
import { createRateLimit } from '#http/rate-limit.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import { type Cipher, sameText } from '#shared/secrets.ts'
import { createKeyNotes } from './key-notes.ts'
import { selectedTerms } from './key-terms.ts'

/** Wrong proofs of one key from one network that are looked at, each for the price of a signature. Its owner elsewhere is not held up. */
const misfitsPerSecond = 5
const cachedMax = 10_000
/** A shorter text costs next to nothing to look at. The mix-up of keys, too, shows at the first small question. */
const shortTextMax = 4096

interface Key extends KeyTerms {
  id: bigint
  memberId: bigint
  key: string
  secret: string
  suspended: boolean
}

/** What a request proves its key with. */
export type KeyCredentials =
  /** What came, and what the channel would have signed with this secret, over a text so long; both hexadecimal. `timed` when a time is part of it. */
  | { signature: string; expected(secret: string): string; length: number; timed: boolean }
  /** The secret itself, for software that can only fill a URL; accepted only from listed addresses. */
  | { secret: string }

/** Keys of buyers' software: kept in memory by version, so that a revoked one stops within a second. */
export interface Keys {
  verify(key: string, address: string, credentials: KeyCredentials): Caller
  /**
   * By the secret of the member's first live key alone, said by an address that the member registered with a code: that address is the list of
   * who may, in the place of the one on the Internet. Its number, or null where it is another secret.
   */
  ofFirstKey(memberId: bigint, secret: string): bigint | null
  /** Whether it still is that one, and may be used. */
  isFirstKey(memberId: bigint, id: bigint): boolean
  cached: CachedTable<KeyRow>
}

interface KeyRow extends KeyTerms {
  id: bigint
  member_id: bigint
  key: string
  secret: Buffer
  revoked_at: Date | null
  suspended_at: Date | null
}

export interface KeysContext {
  db: Database
  audit: Audit
  market: CatalogueSnapshot
  cipher: Cipher
  log: Log
  requestsPerSecondAndKey: number
}

export function createKeys({ db, audit, market, cipher, log, requestsPerSecondAndKey }: KeysContext): Keys {
  const keys = new Map<string, Key>()
  const ofMember = new Map<bigint, Set<Key>>()
  const limit = createRateLimit<bigint>(requestsPerSecondAndKey)
  const misfits = createRateLimit<string>(misfitsPerSecond, cachedMax)
  /** Keys that somebody failed to prove: only with these does a long order pay for the look at its network. */
  const suspects = new Set<bigint>()
  const notes = createKeyNotes(db, log)

  function forget(text: string) {
    const key = keys.get(text)
    if (key === undefined) return
    keys.delete(text)
    ofMember.get(key.memberId)?.delete(key)
  }

  function check(key: Key, address: string, credentials: KeyCredentials) {
    // A short one is always looked at: many share a network, and a neighbour's wrong signatures refuse no right one.
    if (isLong(credentials) && suspects.has(key.id)) misfits.require(guesserOf(key, address))
    if (fits(key, credentials)) return
    if (suspects.size >= cachedMax) suspects.clear()
    suspects.add(key.id)
    misfits.spend(guesserOf(key, address))
    throw wrongCredentials(key, credentials)
  }

  /** A mix-up of live and test is told as such; it is the commonest mistake when going live. */
  function wrongCredentials(key: Key, credentials: KeyCredentials): Refusal {
    if ('signature' in credentials && credentials.signature === '') return new Refusal('key.no_signature')
    // A long text is not signed again by each of twenty secrets.
    if (isLong(credentials)) return new Refusal('key.bad_signature')
    const others = [...(ofMember.get(key.memberId) ?? [])].filter((other) => other.test !== key.test)
    return new Refusal(others.some((other) => fits(other, credentials)) ? 'key.test_and_live' : 'key.bad_signature')
  }

  const firstKey = (memberId: bigint): Key | undefined =>
    [...(ofMember.get(memberId) ?? [])].filter(({ test }) => !test).sort((one, other) => Number(one.id - other.id))[0]

  /** In the background: no order of others waits for it. */
  function noteRefused(key: Key, address: string, why: RefusalCode) {
    const by = { memberId: key.memberId, sessionId: null, address }
    audit
      .noteRefused({ event: 'key.refused', by, subject: key.id, after: { why } })
      .catch((error) => log.warn({ err: error }, 'a refused key was not noted'))
  }

  /** Throws what is wrong with the request, of a key that exists. */
  function admit(key: Key, address: string, credentials: KeyCredentials) {
    // First of all: a stranger who knows only the key's name learns nothing and uses nothing of its allowance.
    check(key, address, credentials)
    const profile = market.traders.get(key.memberId)
    if (!profile?.active) throw new Refusal('access.blocked')
    limit.spend(key.id)
    const list = key.ip || profile.allowedAddresses
    if (!allows(list, address)) {
      notes.refused(key.id, address)
      throw new Refusal('key.address', { address })
    }
    if ('secret' in credentials && list === '') throw new Refusal('key.address_needed')
    if (key.suspended) throw new Refusal('key.resting')
    // So that nothing that was read on its way can be asked again.
    if (key.timed && ('secret' in credentials || !credentials.timed)) throw new Refusal('key.time_needed')
  }

  return {
    verify(text, address, credentials) {
      const key = keys.get(text)
      if (key === undefined) throw new Refusal('key.unknown')
      try {
        admit(key, address, credentials)
      } catch (error) {
        // Too many good ones are no attack.
        if (error instanceof Refusal && error.code !== 'rate.too_many') noteRefused(key, address, error.code)
        throw error
      }
      notes.used(key.id)
      return { memberId: key.memberId, roles: [], test: key.test, sessionHash: null, sessionId: null, address }
    },
    ofFirstKey(memberId, secret) {
      const key = firstKey(memberId)
      if (key === undefined || !fits(key, { secret })) return null
      if (!market.traders.get(memberId)?.active) throw new Refusal('access.blocked')
      limit.spend(key.id)
      if (key.suspended) throw new Refusal('key.resting')
      if (key.timed) throw new Refusal('key.time_needed')
      notes.used(key.id)
      return key.id
    },
    isFirstKey(memberId, id) {
      const key = firstKey(memberId)
      return key?.id === id && !key.suspended
    },
    cached: {
      readSince: (read, version) =>
        read
          .selectFrom('api_key')
          .select(['id', 'member_id', 'key', 'secret', 'revoked_at', 'suspended_at', ...selectedTerms])
          .where('version', '>', version)
          .execute(),
      apply({ id, member_id: memberId, key: text, secret, revoked_at, suspended_at, ...terms }) {
        forget(text)
        if (revoked_at !== null) {
          limit.forget(id)
          return
        }
        const key = { id, memberId, key: text, secret: cipher.decrypt(secret, memberId), suspended: suspended_at !== null, ...terms }
        keys.set(text, key)
        const siblings = ofMember.get(memberId) ?? new Set()
        ofMember.set(memberId, siblings.add(key))
      },
    },
  }
}

const isLong = (credentials: KeyCredentials) => 'signature' in credentials && credentials.length > shortTextMax

const guesserOf = (key: Key, address: string) => `${key.id} from ${networkOf(address)}`

function fits({ secret }: Key, credentials: KeyCredentials): boolean {
  if ('secret' in credentials) return sameText(credentials.secret, secret)
  return credentials.signature !== '' && sameText(credentials.signature.toLowerCase(), credentials.expected(secret))
}
