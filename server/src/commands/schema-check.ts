/*
 * npm run schema:check: does the database fit this version of Lapak? Migrations, functions, and everything in the catalogue of PostgreSQL. Uses the
 * database of DATABASE_URL, or that of the Lapak process running on DATA_DIR. Exit code 1 when something differs, 2 when it could not be read.
 */
import { resolve } from 'node:path'
import { differencesAt } from '#database.ts'
import { readRunInfo } from './run-info.ts'

const dataDir = resolve(process.env.DATA_DIR || '.data')
const url = process.env.DATABASE_URL || (await readRunInfo(dataDir))?.databaseUrl

if (url) await run(url)
else {
  console.error(`schema:check needs DATABASE_URL, or a Lapak that runs over ${dataDir}; start it with \`npm start\` (or name its DATA_DIR)`)
  process.exitCode = 2
}

async function run(databaseUrl: string) {
  try {
    const differences = await differencesAt(databaseUrl)
    for (const difference of differences) console.log(difference)
    if (differences.length === 0) console.log('The database fits this version of Lapak.')
    process.exitCode = differences.length === 0 ? 0 : 1
  } catch (error) {
    console.error(`schema:check cannot read the database: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  }
}
