import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { tokenHash } from '#shared/secrets.ts'
import type { AttemptCheck } from './brute-force.ts'
import { networksOf } from './network.ts'
import { Refusal } from './refusal.ts'

/**
 * Number of accounts at which one network may guess wrong within an hour. Accounts are counted instead of guesses: a mobile network has thousands of
 * phones behind one IP address, and one of these phones must not lock out the others.
 */
export const accountsPerHour = 200

const anHourAgo = sql`clock_timestamp() - interval '1 hour'`

/**
 * Checks a guess at this account from this address. The guess is counted for its network, and for the site of an IPv6 network, before it is checked,
 * and the counts are removed if the guess was right. Throws `access.too_many` when a network has failed at too many other accounts.
 */
export async function throttleNetwork<Found>(
  db: Database,
  address: string,
  account: string,
  look: AttemptCheck<Found>,
): Promise<Found | false> {
  const hash = tokenHash(account)
  const networks = networksOf(address)
  for (const { network, times } of networks) await db.transaction((tx) => count(tx, network, hash, times * accountsPerHour))
  const found = await look()
  if (found !== false) for (const { network } of networks) await db.transaction((tx) => forget(tx, network, hash))
  return found
}

async function count(tx: Tx, network: string, account: Buffer, accountsMax: number): Promise<void> {
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
  if (rows.length === 0) throw await tooMany(tx, network)
}

async function tooMany(tx: Tx, network: string): Promise<Refusal> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from min(at) - (${anHourAgo})))::integer as seconds from network_attempt
    where network = ${network} and at > ${anHourAgo}`.execute(tx)
  const seconds = Math.max(1, rows[0]?.seconds ?? 1)
  return new Refusal('access.too_many', { seconds }, { retryAfterSeconds: seconds })
}

const forget = (tx: Tx, network: string, account: Buffer) =>
  tx.deleteFrom('network_attempt').where('network', '=', network).where('account_hash', '=', account).execute()
