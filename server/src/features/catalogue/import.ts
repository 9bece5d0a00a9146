import { linesPerPage, type ProductLine, type ProductPreview, productsMax } from '@lapak/contract/catalogue.admin'
import type { Database, Reader } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import { type ProductFile, ProductFileError, readProductFile } from '#outside/catalogue-files/product-file.ts'
import type { Audit } from '../audit/audit.ts'
import { closingOf } from './closing.queries.ts'
import { type ProductValues, storeProducts } from './product-changes.ts'
import { type Brands, type PlannedProduct, type ProductPlan, planProducts, type WrongLine } from './product-plan.ts'

interface Uploaded {
  bytes: Buffer
  /** Else it is only told what would become of it. */
  keep: boolean
  page: number
  digest: string | undefined
}

interface Deps {
  db: Database
  audit: Audit
}

/** Products out of a file, all or nothing: the plan is made again under the lock, and must be the one of this digest. */
export async function importProducts({ db, audit }: Deps, by: Caller, uploaded: Uploaded): Promise<ProductPreview> {
  const { bytes, keep, page, digest } = uploaded
  const file = await read(bytes)
  const plan = await planProducts(db.read, file)
  const preview = await viewOf(db.read, plan, page)
  if (!keep) return preview
  seen(plan, digest)
  await db.transaction(async (tx) => {
    await lockMirror(tx)
    const now = seen(await planProducts(tx, file), digest)
    await storeProducts({ tx, audit, by, at: new Date() }, now.lines)
  })
  return preview
}

async function read(bytes: Buffer): Promise<ProductFile> {
  try {
    return await readProductFile(bytes, productsMax)
  } catch (error) {
    throw error instanceof ProductFileError ? new Refusal('catalogue.file_unreadable', { reason: error.message }) : error
  }
}

const refusedIn = ({ wrong, lines }: ProductPlan) => wrong.length + lines.filter(({ reason }) => reason !== null).length

function seen(plan: ProductPlan, digest: string | undefined): ProductPlan {
  const count = refusedIn(plan)
  if (count > 0) throw new Refusal('catalogue.lines_refused', { count })
  if (plan.digest !== digest) throw new Refusal('catalogue.changed_meanwhile')
  return plan
}

/** A page of what a file does; what cannot be comes first. */
async function viewOf(reader: Reader, plan: ProductPlan, page: number): Promise<ProductPreview> {
  const { found, unchanged, lines, wrong, brands, digest } = plan
  const refused = lines.filter(({ reason }) => reason !== null)
  const possible = lines.filter(({ reason }) => reason === null)
  const added = possible.filter(({ before }) => before === null).length
  const closed = possible.filter(({ before, after }) => before?.active === true && !after.active)
  const shown = [...wrong, ...refused, ...possible].slice(page * linesPerPage, (page + 1) * linesPerPage)
  return {
    ...{ found, unchanged, added, digest },
    changed: possible.length - added,
    refused: refusedIn(plan),
    closing: await closingOf(
      reader,
      closed.flatMap(({ id }) => id ?? []),
    ),
    lines: shown.map((line) => lineOf(line, brands)),
  }
}

function lineOf(line: WrongLine | PlannedProduct, brands: Brands): ProductLine {
  if ('code' in line) return { line: line.line, productcode: line.code, before: null, after: null, reason: line.reason }
  const { before, after, reason } = line
  return {
    ...{ line: line.line, productcode: after.code, reason },
    ...{ before: before && valuesOf(before, brands), after: valuesOf(after, brands) },
  }
}

const valuesOf = (values: ProductValues, { byId }: Brands): NonNullable<ProductLine['after']> => ({
  productname: values.name,
  brandname: byId.get(values.brand_id)?.name ?? '',
  categoryname: byId.get(values.brand_id)?.category ?? '',
  producttype: values.type as NonNullable<ProductLine['after']>['producttype'],
  ...{ denom: values.denom, status: values.active, description: values.description },
})
