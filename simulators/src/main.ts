/**
 * Starts simulators as a child process: `node simulators/src/main.ts '{"suppliers":[…],"receivers":[…]}'`, or with the same JSON in the environment
 * variable SIMULATORS. Prints one JSON line with the URLs when all simulators are listening.
 */
import { fstatSync } from 'node:fs'
import { type CallbackReceiverOptions, startCallbackReceiver } from './callback-receiver.ts'
import { type SupplierOptions, startSupplier } from './supplier.ts'

interface Config {
  suppliers?: SupplierOptions[]
  receivers?: CallbackReceiverOptions[]
}

const config = JSON.parse(process.argv[2] ?? process.env.SIMULATORS ?? '{}') as Config
const suppliers = await Promise.all((config.suppliers ?? []).map(startSupplier))
const receivers = await Promise.all((config.receivers ?? []).map(startCallbackReceiver))

const ready = {
  suppliers: suppliers.map(({ kind, url, templates }) => ({ kind, url, templates })),
  receivers: receivers.map(({ url }) => ({ url })),
}
process.stdout.write(`${JSON.stringify(ready)}\n`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all([...suppliers, ...receivers].map((simulator) => simulator.close()))
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
// Only a pipe or socket as standard input shows when the parent process ends. With a terminal or /dev/null, 'end' would come at once or never.
const stdin = fstatSync(0)
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).on('error', stop).resume()
