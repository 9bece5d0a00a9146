import { createHash } from 'node:crypto'
import { differencesMax, type SellerFileRead, sellerFileRowsMax } from '@lapak/contract/funds/reconciliation'
import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { refuseOwnMoney } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { readSellerFile, type SellerFile, SellerFileError } from '#integrations/seller-files/seller-file.ts'
import { inTurns } from '#jobs/yielding.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { batches } from './batches.ts'
import { lockUnit, storeDifferences } from './differences.ts'
import { compareSeller, type ListedOrder, type SellerCompared, sumListed } from './seller-differences.ts'
import { listedOrders } from './seller-reports.queries.ts'

export interface SellerFileDeps {
  db: Database
  audit: Audit
  installation: string
}

interface Uploaded {
  sellerId: bigint
  day: string
  bytes: Buffer
}

/** Compares a seller's file with our orders without storing it. */
export async function previewSellerFile(deps: SellerFileDeps, by: Caller, uploaded: Uploaded): Promise<SellerFileRead> {
  const file = await readUploaded(deps, by, uploaded)
  return deps.db.snapshot(async (read) => viewOf(file, await compared(deps, read, uploaded, file)))
}

/** Stores a seller's file once and compares our orders with all files of the day. */
export async function storeSellerFile(deps: SellerFileDeps, by: Caller, uploaded: Uploaded): Promise<SellerFileRead> {
  const { sellerId, day } = uploaded
  const file = await readUploaded(deps, by, uploaded)
  if (file.errors.length > 0) throw new Refusal('seller_file.wrong_lines', { count: dotted(file.errors.length) })
  const unit = { scope: 'seller', key: String(sellerId), day } as const
  return deps.db.transaction(async (tx) => {
    await lockUnit(tx, unit)
    const sha256 = createHash('sha256').update(uploaded.bytes).digest()
    await refuseKnown(tx, uploaded, sha256)
    const result = await compared(deps, tx, uploaded, file)
    if (result.found.length > differencesMax) throw new Refusal('seller_file.too_different', { max: dotted(differencesMax) })
    const id = await keepFile(tx, by, uploaded, sha256, file)
    await storeDifferences(deps.audit, tx, unit, result.found)
    const after = { seller: sellerId, day, rows: file.rows.length, differences: result.found.length }
    await deps.audit.record(tx, { event: 'reconciliation.file_stored', by, subject: id, after })
    return viewOf(file, result)
  })
}

async function readUploaded({ audit }: SellerFileDeps, by: Caller, { sellerId, day, bytes }: Uploaded): Promise<SellerFile> {
  if (sellerId === by.memberId) return refuseOwnMoney(audit, { event: 'reconciliation.file_refused', by, subject: sellerId })
  if (day >= jakartaDayOf(new Date())) throw new Refusal('seller_file.day_not_over')
  try {
    return await readSellerFile(bytes, sellerFileRowsMax)
  } catch (error) {
    throw error instanceof SellerFileError ? new Refusal('seller_file.unreadable', { reason: error.message }) : error
  }
}

/**
 * Compares our orders with all files of the day. Refuses a file in which no order belongs to this seller: it is from a different seller or
 * installation.
 */
async function compared(
  { installation }: SellerFileDeps,
  read: Reader,
  { sellerId, day }: Uploaded,
  { rows }: SellerFile,
): Promise<SellerCompared> {
  await refuseNonSeller(read, sellerId)
  const others = await inTurns(notIn(rows, await listedOrders(read, sellerId, day)))
  const result = await compareSeller(read, { installation, sellerId, day }, [...others, ...rows])
  const { known } = others.length === 0 ? result : await compareSeller(read, { installation, sellerId, day }, rows)
  if (rows.length > 0 && known === 0) throw new Refusal('seller_file.foreign')
  return result
}

function* notIn(rows: readonly ListedOrder[], listed: readonly ListedOrder[]): Generator<void, ListedOrder[]> {
  const inFile = new Set<string>()
  for (const { reference } of listed.length === 0 ? [] : rows) {
    inFile.add(reference)
    yield
  }
  return listed.filter(({ reference }) => !inFile.has(reference))
}

async function refuseNonSeller(read: Reader, sellerId: bigint) {
  const seller = await read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select('member_id')
    .where('member_id', '=', sellerId)
    .where('role.name', '=', 'ROLE_SELLER')
    .executeTakeFirst()
  if (!seller) throw new Refusal('not_found.member')
}

async function refuseKnown(tx: Tx, { sellerId, day }: Uploaded, sha256: Buffer) {
  const before = await tx
    .selectFrom('seller_report')
    .select('created_at')
    .where('seller_id', '=', sellerId)
    .where('day', '=', sql<Date>`${day}::date`)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (before) throw new Refusal('statement.file_known', { at: jakartaDayOf(before.created_at) })
}

async function keepFile(tx: Tx, by: Caller, { sellerId, day, bytes }: Uploaded, sha256: Buffer, { rows }: SellerFile): Promise<bigint> {
  const { id } = await tx
    .insertInto('seller_report')
    .values({ seller_id: sellerId, day: sql`${day}::date`, content: bytes, sha256, rows: rows.length, uploaded_by: by.memberId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const some of batches(rows))
    await sql`
      insert into seller_report_row (report_id, seller_id, line, reference, number, price, state)
      select ${id}, ${sellerId}, line, reference, number, price, state
      from unnest(
        ${some.map(({ line }) => line)}::integer[], ${some.map(({ reference }) => reference)}::text[], ${some.map(({ number }) => number)}::text[],
        ${some.map(({ price }) => price)}::bigint[], ${some.map(({ state }) => state)}::smallint[]
      ) as row(line, reference, number, price, state)`.execute(tx)
  return id
}

const shownMax = 20

async function viewOf({ rows, errors }: SellerFile, { found, sales, sold }: SellerCompared): Promise<SellerFileRead> {
  const listed: readonly ListedOrder[] = rows
  const theirs = await sumListed(listed)
  return {
    rows: rows.length,
    transaksisuplier: theirs.sales,
    terjualsuplier: theirs.sold,
    transaksi: sales,
    terjual: sold,
    wrong: errors.length,
    errors: errors.slice(0, shownMax),
    differences: found.length,
    sample: found
      .slice(0, shownMax)
      .map(({ kind, reference, ours, theirs, detail }) => ({ kind, reference, ours, theirs, keterangan: detail })),
  }
}
