import { type ProductLine, type ProductPreview, productsMax } from '@lapak/contract/catalogue/catalogue.admin'
import { linesPerPage } from '@lapak/contract/shared/wire'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import type { Database, Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type ProductFile, ProductFileError, readProductFile } from '#integrations/catalogue-files/product-file.ts'
import { closingOf } from './closing.queries.ts'
import type { ProductValues } from './product-changes.ts'
import { type Brands, isStillSo, type PlannedProduct, type ProductPlan, planProducts, type WrongLine } from './product-plan.ts'
import { recordProducts, writeProducts } from './write-products.ts'

interface Uploaded {
  bytes: Buffer
  /** False returns only a preview and stores nothing. */
  keep: boolean
  page: number
  digest: string | undefined
}

interface Deps {
  db: Database
  audit: Audit
}

/** Imports all products of a file, or no product if the present effects of the file differ from the digest of the preview. */
export async function importProducts(deps: Deps, by: Caller, { bytes, keep, page, digest }: Uploaded): Promise<ProductPreview> {
  const { read } = deps.db
  const file = await fileOf(bytes)
  let plan = await planProducts(read, file)
  const preview = await viewOf(read, plan, page)
  if (!keep) return preview
  for (let tried = 1; !(await written(deps, by, seen(plan, digest))); tried += 1) {
    if (tried === triesMax) throw new Refusal('catalogue.changed_meanwhile')
    plan = await planProducts(read, file)
  }
  return preview
}

/** Retries, because another administrator may change a product between reading and writing. */
const triesMax = 3

/**
 * All catalogue changes wait for the cache lock, so the effects of the file are computed and the audit entries are written before the lock is taken.
 * Returns false and writes nothing if the catalogue has changed in between.
 */
function written({ db, audit }: Deps, by: Caller, plan: ProductPlan): Promise<boolean> {
  return db
    .transaction(async (tx) => {
      const storing = { tx, audit, by, at: new Date() }
      const products = await recordProducts(storing, plan.lines)
      await lockCache(tx)
      if (!(await isStillSo(tx, plan))) throw new ConcurrentModificationError()
      await writeProducts(storing, products)
      return true
    })
    .catch((error) => {
      if (error instanceof ConcurrentModificationError) return false
      throw error
    })
}

async function fileOf(bytes: Buffer): Promise<ProductFile> {
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

/** One page of the effects of a file. Lines that cannot be applied come first. */
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
  ...{ denom: values.denom, status: values.active, berupakode: values.is_code, description: values.description },
})
