import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The code of a parent process, which starts a child with `endWithParent` and prints the child's process id. */
const parent = `
import { spawn } from 'node:child_process'
import { endWithParent } from ${JSON.stringify(new URL('end-with-parent.ts', import.meta.url).href)}
const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
endWithParent(child.pid, process.argv[1])
console.log(child.pid)
setInterval(() => {}, 1000)
`

const runs = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a child and its folder are removed when its parent is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-orphan-'))
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', parent, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const child = await new Promise<number>((resolve) => killed.stdout.once('data', (line: Buffer) => resolve(Number(`${line}`))))
  expect(runs(child)).toBe(true)
  killed.kill('SIGKILL')
  await expect.poll(() => runs(child)).toBe(false)
  await expect.poll(() => existsSync(folder)).toBe(false)
})
