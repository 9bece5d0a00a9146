import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { policyOfFile, withOwnScripts } from './own-scripts.ts'

const policy = "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline'"

test('the script that a page begins with may run, by its hash, and nothing else that stands in a page', () => {
  // sha256 of `alert(1)`, as browsers work it out.
  const allowed = withOwnScripts(policy, '<head><script>alert(1)</script><script type="module" src="/assets/a.js"></script></head>')
  expect(allowed).toBe(
    "default-src 'self';script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';style-src 'self' 'unsafe-inline'",
  )
  expect(withOwnScripts(policy, '<p>alert(1)</p>')).toBe(policy)
})

test('a page that was built anew has the hash of its new script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-page-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'index.html')
  await writeFile(file, '<script>alert(1)</script>')
  const policyNow = policyOfFile(file)
  const first = policyNow(policy)
  expect(policyNow(policy)).toBe(first)
  await new Promise((later) => setTimeout(later, 20))
  await writeFile(file, '<script>alert(2)</script>')
  expect(policyNow(policy)).not.toBe(first)
})
