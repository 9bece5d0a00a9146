/*
 * npm run migrate: migrates the database to this version of Lapak as DATABASE_OWNER_URL, for the role of DATABASE_URL. The serving processes then do
 * not need the owner's credentials.
 */

import { prepareDatabase } from '#database.ts'
import { ConfigError, readConfig } from '#shared/config.ts'

try {
  const { databaseUrl, databaseOwnerUrl } = readConfig()
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set; `npm start` migrates the database that it brings')
  await prepareDatabase({ databaseUrl, databaseOwnerUrl })
  console.log('The database is as this version of Lapak needs it.')
} catch (error) {
  console.error(`migrate: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
