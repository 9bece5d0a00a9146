import { migrate, missingIn, roleAt } from '#db/migrate.ts'
import { ConfigError } from '#shared/config.ts'
import { specialPriceFunctions } from './contexts/catalogue/special-prices/special-prices.ts'
import { marketFunctions } from './contexts/market-data/snapshot/snapshot.ts'
import { purchaseFunctions } from './contexts/ordering/purchases/purchases.ts'
import { callbackFunctions } from './contexts/partners/callbacks/callbacks.ts'

const functions = [...purchaseFunctions, ...callbackFunctions, ...specialPriceFunctions, ...marketFunctions]

export interface DatabaseAddresses {
  databaseUrl: string
  /** Role that owns the tables, where it is not the role of the program. */
  databaseOwnerUrl: string | undefined
}

/**
 * Migrates the database to this version, as its owner: the configured owner role, or the program's own role if that owns everything. Otherwise an
 * operator must have migrated it before (`npm run migrate`). ADR 0033.
 */
export async function prepareDatabase({ databaseUrl, databaseOwnerUrl }: DatabaseAddresses): Promise<void> {
  const { role, owns } = await roleAt(databaseUrl)
  if (databaseOwnerUrl) await migrate(databaseOwnerUrl, { functions, programRole: owns ? null : role })
  else if (owns) await migrate(databaseUrl, { functions })
  else await refuseOlder(databaseUrl)
}

async function refuseOlder(databaseUrl: string) {
  const [missing, ...more] = await missingIn(databaseUrl, functions)
  if (missing === undefined) return
  throw new ConfigError(
    `the database lacks ${missing}${more.length > 0 ? ` and ${more.length} more` : ''}, and the role of DATABASE_URL does not own it; ` +
      'run `npm run migrate` with DATABASE_OWNER_URL',
  )
}
