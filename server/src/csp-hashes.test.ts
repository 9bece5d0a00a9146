import { expect, test } from 'vitest'
import { withOwnScripts } from './csp-hashes.ts'

const policy = "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline'"

test('the script that a page begins with may run, by its hash, and nothing else that stands in a page', () => {
  // sha256 of `alert(1)`, as browsers work it out.
  const allowed = withOwnScripts(policy, '<head><script>alert(1)</script><script type="module" src="/assets/a.js"></script></head>')
  expect(allowed).toBe(
    "default-src 'self';script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';style-src 'self' 'unsafe-inline'",
  )
  expect(withOwnScripts(policy, '<p>alert(1)</p>')).toBe(policy)
})
