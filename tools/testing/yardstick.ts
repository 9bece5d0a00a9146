/*
 * Measures the current speed of this machine: the CPU seconds of a fixed calculation that resembles the tests (objects, JSON, patterns, hashes,
 * sorting). Two copies run side by side, because the tests use two processors, which slow each other down.
 *
 *   node tools/testing/yardstick.ts      takes about ten seconds on the reference machine of the budgets, and half of that on a fast machine
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { Script } from 'node:vm'

/**
 * A test run measures the yardstick in this number of parts, before the tests and between the kinds of tests, because the speed of a machine varies.
 */
export const yardstickParts = 5
const rounds = 70

interface Row {
  id: number
  name: string
  price: bigint
  tags: string[]
}

/** Keeps some tens of megabytes in use and frees as many. This is more than processor caches can store, because tests wait for memory, too. */
function calculate(count = rounds): string {
  let hash = 'lapak'
  const kept: Row[][] = []
  for (let round = 0; round < count; round += 1) {
    const rows = Array.from(
      { length: 12_000 },
      (_, id): Row => ({ id, name: `Telkomsel ${(id * 7919) % 1_000}.000`, price: BigInt(id) * 1_000n, tags: [hash.slice(id % 32, 40)] }),
    )
    kept[round % 4] = rows
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
    const read = JSON.parse(text) as (Omit<Row, 'price'> & { price: string })[]
    const byName = Map.groupBy(read, ({ name }) => name.replace(/(\d+)\.(\d{3})/g, '$2,$1').toLowerCase())
    const names = [...byName.keys()].sort((one, other) => (one < other ? -1 : 1))
    const sum = read.reduce((total, { price }) => total + BigInt(price), 0n)
    // Reading and compiling files is half of the work at the start of a Lapak process, so the yardstick compiles code.
    const functions = names.map((name, index) => `function f${round}_${index}(x) { return x + ${JSON.stringify(name)}.length * ${index} }`)
    const compiled: number = new Script(`(() => { ${functions.join('\n')}; return f${round}_7(1) })()`).runInThisContext()
    hash = createHash('sha256').update(`${hash} ${sum} ${compiled} ${names.join()} ${text}`).digest('hex')
  }
  return hash
}

/** CPU seconds of one round of the calculation on the reference machine, once the code is compiled. */
const usualRound = 0.025

/** How many times more CPU time an operation needs on this machine now than on the reference machine; at least 1. */
export function slowness(): number {
  const count = 4
  calculate(2)
  const before = process.threadCpuUsage()
  calculate(count)
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1e6 / count / usualRound)
}

/** CPU seconds of one part of the yardstick, including the start of its process. */
export async function measurePart(): Promise<number> {
  const copies = await Promise.all([copy(), copy()])
  return copies.reduce((sum, seconds) => sum + seconds, 0) / copies.length
}

export const yardstickOf = (measured: number[]): number =>
  (measured.reduce((sum, seconds) => sum + seconds, 0) / measured.length) * yardstickParts

function copy(): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [import.meta.filename, '--copy'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(Number(output)) : reject(new Error(`the yardstick ended with ${code}`))))
  })
}

if (import.meta.main) {
  if (process.argv.includes('--copy')) {
    calculate()
    const { user, system } = process.cpuUsage()
    console.log((user + system) / 1e6)
  } else {
    const measured: number[] = []
    while (measured.length < yardstickParts) measured.push(await measurePart())
    console.log(`yardstick ${yardstickOf(measured).toFixed(1)} s (parts: ${measured.map((seconds) => seconds.toFixed(2)).join(', ')})`)
  }
}
