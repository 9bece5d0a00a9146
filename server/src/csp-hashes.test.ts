import { expect, test } from 'vitest'
import { withOwnScripts } from './csp-hashes.ts'

const policy = "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline'"

test('only the inline scripts of the page are allowed, by their hashes', () => {
  // SHA-256 of `alert(1)`.
  const allowed = withOwnScripts(policy, '<head><script>alert(1)</script><script type="module" src="/assets/a.js"></script></head>')
  expect(allowed).toBe(
    "default-src 'self';script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';style-src 'self' 'unsafe-inline'",
  )
  expect(withOwnScripts(policy, '<p>alert(1)</p>')).toBe(policy)
})
