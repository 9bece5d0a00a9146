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

/**
 * Failed verifications per second of one key from one network; beyond them, long requests are refused before their signature is computed. Requests of
 * the owner from another network are not affected.
 */
const misfitsPerSecond = 5
const cachedMax = 10_000
/**
 * Verifying a text of up to this length costs next to nothing, so it is always done. The mix-up of live and test keys is reported for such texts
 * only; it shows at the first small request.
 */
const shortTextMax = 4096

interface Key extends KeyTerms {
  id: bigint
  memberId: bigint
  key: string
  secret: string
  suspended: boolean
}

/** The credentials of a request with a key. */
export type KeyCredentials =
  /**
   * `signature` was received, `expected` computes the signature with a given secret; both are hexadecimal. `length` is that of the signed text;
   * `timed` when it contains a time.
   */
  | { signature: string; expected(secret: string): string; length: number; timed: boolean }
  /** The secret itself, for software that can only fill in a URL; accepted only from listed addresses. */
  | { secret: string }

/** Keys of buyers' software, cached by version, so that a revoked key is refused within a second. */
export interface Keys {
  verify(key: string, address: string, credentials: KeyCredentials): Caller
  /**
   * Authenticates by the secret of the member's first live key alone, for a Jabber address that the member registered with a code: that address
   * replaces the list of allowed IP addresses. Returns the id of the key, or null when the secret is wrong.
   */
  ofFirstKey(memberId: bigint, secret: string): bigint | null
  /** Whether this is still the member's first live key, and not suspended. */
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
  /** Keys with a failed verification: only for these does a long request pay for the check of its network. */
  const suspects = new Set<bigint>()
  const notes = createKeyNotes(db, log)

  function forget(text: string) {
    const key = keys.get(text)
    if (key === undefined) return
    keys.delete(text)
    ofMember.get(key.memberId)?.delete(key)
  }

  function check(key: Key, address: string, credentials: KeyCredentials) {
    // A short text is always verified: many members may share a network, and wrong signatures of one must not cause the refusal of another.
    if (isLong(credentials) && suspects.has(key.id)) misfits.require(guesserOf(key, address))
    if (fits(key, credentials)) return
    if (suspects.size >= cachedMax) suspects.clear()
    suspects.add(key.id)
    misfits.spend(guesserOf(key, address))
    throw wrongCredentials(key, credentials)
  }

  /** Reports the mix-up of a live and a test key as such; it is the most common mistake when going live. */
  function wrongCredentials(key: Key, credentials: KeyCredentials): Refusal {
    if ('signature' in credentials && credentials.signature === '') return new Refusal('key.no_signature')
    // A long text is not signed again with the secret of every other key of the member.
    if (isLong(credentials)) return new Refusal('key.bad_signature')
    const others = [...(ofMember.get(key.memberId) ?? [])].filter((other) => other.test !== key.test)
    return new Refusal(others.some((other) => fits(other, credentials)) ? 'key.test_and_live' : 'key.bad_signature')
  }

  const firstKey = (memberId: bigint): Key | undefined =>
    [...(ofMember.get(memberId) ?? [])].filter(({ test }) => !test).sort((one, other) => Number(one.id - other.id))[0]

  /** In the background, so that no order waits for it. */
  function noteRefused(key: Key, address: string, why: RefusalCode) {
    const by = { memberId: key.memberId, sessionId: null, address }
    audit
      .noteRefused({ event: 'key.refused', by, subject: key.id, after: { why } })
      .catch((error) => log.warn({ err: error }, 'a refused key was not noted'))
  }

  /** Throws the refusal of a request with an existing key. */
  function admit(key: Key, address: string, credentials: KeyCredentials) {
    // First of all: an anonymous sender who knows only the key learns nothing and uses none of its rate limit.
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
    // So that a request read in transit cannot be replayed.
    if (key.timed && ('secret' in credentials || !credentials.timed)) throw new Refusal('key.time_needed')
  }

  return {
    verify(text, address, credentials) {
      const key = keys.get(text)
      if (key === undefined) throw new Refusal('key.unknown')
      try {
        admit(key, address, credentials)
      } catch (error) {
        // Too many valid requests are no attack.
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
