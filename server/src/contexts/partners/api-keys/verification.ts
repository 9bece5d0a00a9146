import type { KeyTerms } from '@lapak/contract/shared/key-terms'
import type { RefusalCode } from '@lapak/contract/shared/refusals'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { CachedTable } from '#db/cache.ts'
import type { Database } from '#db/db.ts'
import { allowsIpAddress } from '#http/address-list.ts'
import type { Caller } from '#http/http.ts'
import { networksOf } from '#http/network.ts'
import { createRateLimit, type RateLimit } from '#http/rate-limit.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import { type Cipher, sameText } from '#shared/secrets.ts'
import { selectedTerms } from './key-terms.ts'
import { createKeyUsageRecorder } from './key-usage.ts'

/**
 * The limit for failed verifications of a key from one network, per second; ten times as many from the site of an IPv6 network. Above it, long
 * requests from there are refused before their signature is computed. Requests of the owner from another network are not affected.
 */
const misfitsPerSecond = 5
/**
 * The same for requests with a correct signature that are refused for another reason: a stolen secret or a signed URL that is sent again, from an
 * address that is not in the list of the key. They do not use up the rate limit of the key, which belongs to the software of its owner.
 */
const refusedPerSecond = 5
const cachedMax = 10_000
/**
 * The maximum length in characters of a text that is always verified, because this costs almost nothing. Only for such texts the error reports that a
 * live and a test key were mixed up; developers see it at their first small request.
 */
const shortTextMax = 4096

interface Key extends KeyTerms {
  id: bigint
  memberId: bigint
  key: string
  secret: string
  suspended: boolean
}

/** What shows that the sender knows the secret of the key. */
type KeySignature =
  /**
   * `signature` is the received signature, and `expected` computes the signature with a given secret (both hexadecimal). `length` is the length of
   * the signed text.
   */
  | { signature: string; expected(secret: string): string; length: number }
  /** The secret itself, for software that can only send a URL. Accepted only from IP addresses in the list of the key or account. */
  | { secret: string }

/**
 * The credentials of a request that is authenticated by a key. `requireRecent` throws if the time in the request is not near the current time; it is
 * null if the request contains no time.
 */
export type KeyCredentials = KeySignature & { requireRecent: (() => void) | null }

/** The keys of buyers' software, cached by version, so that a revoked key is refused within a second. */
export interface Keys {
  verify(key: string, ipAddress: string, credentials: KeyCredentials): Caller
  /**
   * Authenticates only by the secret of the member's first live key. Used for a Jabber address that the member registered with a code: this
   * registration replaces the check of the IP address. Returns the id of the key, or null if the secret is wrong.
   */
  ofFirstKey(memberId: bigint, secret: string): bigint | null
  /** Whether this key is still the first live key of the member and is not suspended. */
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
  catalogue: CatalogueSnapshot
  cipher: Cipher
  log: Log
  requestsPerSecondAndKey: number
}

export function createKeys({ db, audit, catalogue, cipher, log, requestsPerSecondAndKey }: KeysContext): Keys {
  const keys = new Map<string, Key>()
  const ofMember = new Map<bigint, Set<Key>>()
  const limit = createRateLimit<bigint>(requestsPerSecondAndKey)
  const misfits = createRateLimit<string>(misfitsPerSecond, cachedMax)
  const refused = createRateLimit<string>(refusedPerSecond, cachedMax)
  /** Keys with a failed verification. Only for these keys does a long request check the limit of its network. */
  const suspects = new Set<bigint>()
  const notes = createKeyUsageRecorder(db, log)

  function forget(text: string) {
    const key = keys.get(text)
    if (key === undefined) return
    keys.delete(text)
    ofMember.get(key.memberId)?.delete(key)
  }

  function check(key: Key, ipAddress: string, credentials: KeyCredentials) {
    // A short text is always verified: many members may share a network, and wrong signatures of one member must not cause the refusal of another
    // member.
    if (isLong(credentials) && suspects.has(key.id)) requireRoom(misfits, key, ipAddress)
    if (fits(key, credentials)) return
    if (suspects.size >= cachedMax) suspects.clear()
    suspects.add(key.id)
    count(misfits, key, ipAddress)
    throw wrongCredentials(key, credentials)
  }

  /**
   * The refusal for a wrong signature or secret. It reports if a live key was used with a secret of a test key, or the reverse, because this is the
   * most common mistake when a buyer goes live.
   */
  function wrongCredentials(key: Key, credentials: KeyCredentials): Refusal {
    if ('signature' in credentials && credentials.signature === '') return new Refusal('key.no_signature')
    // A long text is not verified with the secrets of the other keys of the member, because this would cost too much.
    if (isLong(credentials)) return new Refusal('key.bad_signature')
    const others = [...(ofMember.get(key.memberId) ?? [])].filter((other) => other.test !== key.test)
    return new Refusal(others.some((other) => fits(other, credentials)) ? 'key.test_and_live' : 'key.bad_signature')
  }

  const firstKey = (memberId: bigint): Key | undefined =>
    [...(ofMember.get(memberId) ?? [])].filter(({ test }) => !test).sort((one, other) => Number(one.id - other.id))[0]

  /** Runs in the background, so that orders do not wait for it. */
  function recordRefused(key: Key, ipAddress: string, why: RefusalCode) {
    const by = { memberId: key.memberId, sessionId: null, ipAddress }
    audit
      .recordRefused({ event: 'key.refused', by, subject: key.id, after: { why } })
      .catch((error) => log.warn({ err: error }, 'auditing a refused API key failed'))
  }

  /** Why this key may not be used in this way, whatever the signature; null if it may. Reads only the memory of this process. */
  function refusalOf(key: Key, ipAddress: string, credentials: KeyCredentials): Refusal | null {
    const profile = catalogue.tradingProfiles.get(key.memberId)
    if (!profile?.active) return new Refusal('access.blocked')
    const list = key.ip || profile.allowedAddresses
    if (!allowsIpAddress(list, ipAddress)) return new Refusal('key.address', { address: ipAddress })
    if ('secret' in credentials && list === '') return new Refusal('key.address_needed')
    if (key.suspended) return new Refusal('key.resting')
    // So that an attacker who intercepts a request cannot send it again later.
    if (key.timed && ('secret' in credentials || credentials.requireRecent === null)) return new Refusal('key.time_needed')
    return refusalIn(credentials.requireRecent)
  }

  /** Throws a refusal unless the request with this key is allowed. */
  function admit(key: Key, ipAddress: string, credentials: KeyCredentials) {
    const refusal = refusalOf(key, ipAddress, credentials)
    // The signature of a long request is not computed for a sender whose requests are refused anyway.
    if (refusal !== null && isLong(credentials)) requireRoom(refused, key, ipAddress)
    // The signature is checked before the refusal is reported or counted, so that a sender who knows the key but not its secret learns nothing and
    // uses up nothing.
    check(key, ipAddress, credentials)
    if (refusal === null) return limit.spend(key.id)
    count(refused, key, ipAddress)
    if (refusal.code === 'key.address') notes.refused(key.id, ipAddress)
    throw refusal
  }

  return {
    verify(text, ipAddress, credentials) {
      const key = keys.get(text)
      if (key === undefined) throw new Refusal('key.unknown')
      try {
        admit(key, ipAddress, credentials)
      } catch (error) {
        // Too many valid requests are not an attack, so they are not audited.
        if (error instanceof Refusal && error.code !== 'rate.too_many') recordRefused(key, ipAddress, error.code)
        throw error
      }
      notes.used(key.id)
      return { memberId: key.memberId, roles: [], test: key.test, sessionHash: null, sessionId: null, ipAddress }
    },
    ofFirstKey(memberId, secret) {
      const key = firstKey(memberId)
      if (key === undefined || !fits(key, { secret })) return null
      if (!catalogue.tradingProfiles.get(memberId)?.active) throw new Refusal('access.blocked')
      if (key.suspended) throw new Refusal('key.resting')
      if (key.timed) throw new Refusal('key.time_needed')
      limit.spend(key.id)
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

const isLong = (given: KeySignature) => 'signature' in given && given.length > shortTextMax

/** Subjects that count refused requests with a key: the network of the sender, and the site of an IPv6 network. */
const sendersOf = (key: Key, ipAddress: string) =>
  networksOf(ipAddress).map(({ network, times }) => ({ subject: `${key.id} from ${network}`, times }))

function requireRoom(limit: RateLimit<string>, key: Key, ipAddress: string) {
  for (const { subject, times } of sendersOf(key, ipAddress)) limit.require(subject, times)
}

function count(limit: RateLimit<string>, key: Key, ipAddress: string) {
  // All before one is counted, so that a site above its limit does not fill the memory with its networks.
  requireRoom(limit, key, ipAddress)
  for (const { subject, times } of sendersOf(key, ipAddress)) limit.spend(subject, times)
}

function refusalIn(check: (() => void) | null): Refusal | null {
  try {
    check?.()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function fits({ secret }: Key, given: KeySignature): boolean {
  if ('secret' in given) return sameText(given.secret, secret)
  return given.signature !== '' && sameText(given.signature.toLowerCase(), given.expected(secret))
}
