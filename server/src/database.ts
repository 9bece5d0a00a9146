import { schemaDifferences } from '#db/catalog.ts'
import { checkDatabase } from '#db/database-ready.ts'
import { migrateDatabase, missingIn, roleAt } from '#db/migrate.ts'
import { ConfigError } from '#shared/config.ts'
import { specialPriceFunctions } from './contexts/catalogue/special-prices/special-prices.ts'
import { marketFunctions } from './contexts/market-data/snapshot/snapshot.ts'
import { purchaseFunctions } from './contexts/ordering/purchases/purchases.ts'
import { callbackFunctions } from './contexts/partners/callbacks/callbacks.ts'

const functions = [...purchaseFunctions, ...callbackFunctions, ...specialPriceFunctions, ...marketFunctions]

export interface DatabaseAddresses {
  databaseUrl: string
  /** URL of the role that owns the tables, if the program uses another role. */
  databaseOwnerUrl: string | undefined
}

/**
 * Checks that the database can be used, and migrates it to this version, as its owner: the configured owner role, or the program's own role if that role owns the tables. Otherwise
 * an operator must have migrated the database before (`npm run migrate`). ADR 0033.
 */
export async function prepareDatabase({ databaseUrl, databaseOwnerUrl }: DatabaseAddresses): Promise<void> {
  await checkDatabase(databaseUrl)
  const { role, owns } = await roleAt(databaseUrl)
  if (databaseOwnerUrl) await migrateDatabase(databaseOwnerUrl, { functions, programRole: owns ? null : role })
  else if (owns) await migrateDatabase(databaseUrl, { functions })
  else await refuseOlder(databaseUrl)
}

/** How the database differs from what this version needs, a line for each difference. */
export const differencesAt = (databaseUrl: string): Promise<string[]> => schemaDifferences(databaseUrl, functions)

async function refuseOlder(databaseUrl: string) {
  const [missing, ...more] = await missingIn(databaseUrl, functions)
  if (missing === undefined) return
  throw new ConfigError(
    `the database lacks ${missing}${more.length > 0 ? ` and ${more.length} more` : ''}, and the role of DATABASE_URL does not own it; ` +
      'run `npm run migrate` with DATABASE_OWNER_URL',
  )
}
