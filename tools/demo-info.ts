/* npm run demo:info: prints the URL, accounts, client credentials, keys and simulators of the Lapak that runs with DATA_DIR, as JSON. */
import { resolve } from 'node:path'
import { readRunInfo } from '../server/src/commands/run-info.ts'

const dataDir = resolve(process.env.DATA_DIR || '.data')
const info = await readRunInfo(dataDir)
if (info) console.log(JSON.stringify(info, null, 2))
else {
  console.error(`Lapak does not run over ${dataDir}; start it with \`npm start\` (or name its DATA_DIR)`)
  process.exitCode = 1
}
