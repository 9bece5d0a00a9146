/* npm run check: types, style, import rules, dead code and project rules. All checks run, and one failed check fails the command. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** TypeScript projects by their environment: Node, none (the contract is used in Node and in browsers), a browser page, a service worker. */
const programs = ['.', 'contract', 'web', 'web/worker']

const checks = [
  // Uses one thread: several checkers would each infer most types again, which doubles the work and saves no time next to other checks. Results are
  // stored between runs (tsBuildInfoFile), so that a small change is checked in seconds.
  { name: 'types', command: [bin('tsc'), '--build', ...programs, '--singleThreaded'] },
  { name: 'style', command: [bin('biome'), 'check', '--error-on-warnings', '--max-diagnostics=50'] },
  { name: 'imports', command: [join(root, 'tools/check-imports.ts')] },
  { name: 'rules', command: [join(root, 'tools/check-rules.ts')] },
  { name: 'commits', command: [join(root, 'tools/commit-messages.ts')] },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
]

async function main() {
  const waiting = [...checks]
  let failed = 0
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await passes(next))) failed += 1
  }
  await Promise.all([work(), work()])
  console.log(failed === 0 ? 'All checks pass.' : `${failed} of ${checks.length} checks fail.`)
  process.exitCode = failed === 0 ? 0 : 1
}

function passes({ name, command }: { name: string; command: string[] }): Promise<boolean> {
  const begun = performance.now()
  return new Promise((done) => {
    const [program = '', ...args] = command
    const child = existsSync(program) ? spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }) : null
    if (!child) {
      console.log(`✗ ${name}: ${program} is not installed; run \`npm ci\``)
      return done(false)
    }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${seconds} s`)
      if (code !== 0) console.log(output.trimEnd())
      done(code === 0)
    })
  })
}

await main()
