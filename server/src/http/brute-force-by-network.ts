import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { tokenHash } from '#shared/secrets.ts'
import type { AttemptCheck } from './brute-force.ts'
import { networksOf } from './network.ts'
import { Refusal } from './refusal.ts'

/**
 * Number of accounts at which attempts from one network may fail within an hour. Accounts are counted instead of attempts: a mobile network has
 * thousands of phones behind one IP address, and one of these phones must not lock out the others.
 */
export const accountsPerHour = 200

const anHourAgo = sql`clock_timestamp() - interval '1 hour'`

/**
 * Checks an attempt at this account from this address. The attempt is counted for its network, and for the site of an IPv6 network, before it is checked,
 * and the counts are removed if the attempt was correct. Throws `access.too_many` when a network has failed at too many other accounts.
 */
export async function throttleNetwork<Found>(
  db: Database,
  address: string,
  account: string,
  check: AttemptCheck<Found>,
): Promise<Found | false> {
  const hash = tokenHash(account)
  await rateLimitAccounts(db, { what: '', address, account, max: accountsPerHour, refuse: tooManyAttempts })
  const found = await check()
  if (found !== false) for (const { network } of networksOf(address)) await db.transaction((tx) => forget(tx, network, hash))
  return found
}

const tooManyAttempts = (seconds: number) => new Refusal('access.too_many', { seconds }, { retryAfterSeconds: seconds })

interface CountedAccount {
  /** What is counted; empty for attempts. */
  what: string
  address: string
  account: string
  /** Different accounts within an hour for one network; ten times as many for the site of an IPv6 network. */
  max: number
  refuse(seconds: number): Refusal
}

/** Counts this account for the network of the address, once, however often it is asked for. Throws above `max` other accounts within an hour. */
export async function rateLimitAccounts(db: Database, { what, address, account, max, refuse }: CountedAccount): Promise<void> {
  const hash = tokenHash(account)
  for (const { network, times } of networksOf(address)) {
    const subject = what === '' ? network : `${what} from ${network}`
    const seconds = await db.transaction((tx) => count(tx, subject, hash, times * max))
    if (seconds > 0) throw refuse(seconds)
  }
}

/** Returns the seconds until the network has room for another account; 0 if the account was counted. */
async function count(tx: Tx, network: string, account: Buffer, accountsMax: number): Promise<number> {
  // Runs one transaction at a time, since concurrent transactions would not see each other's rows.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guesses from ${network}`}, 0))`.execute(tx)
  const { rows } = await sql`
    insert into network_attempt (network, account_hash, at)
    select ${network}, ${account}::bytea, clock_timestamp()
    where (
      select count(*) from network_attempt where network = ${network} and account_hash <> ${account}::bytea and at > ${anHourAgo}
    ) < ${accountsMax}
    on conflict (network, account_hash) do update set at = excluded.at
    returning at`.execute(tx)
  return rows.length > 0 ? 0 : secondsUntilRoom(tx, network)
}

async function secondsUntilRoom(tx: Tx, network: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from min(at) - (${anHourAgo})))::integer as seconds from network_attempt
    where network = ${network} and at > ${anHourAgo}`.execute(tx)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

const forget = (tx: Tx, network: string, account: Buffer) =>
  tx.deleteFrom('network_attempt').where('network', '=', network).where('account_hash', '=', account).execute()
