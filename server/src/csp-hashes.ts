import { createHash } from 'node:crypto'

const script = /<script>([^<]*)<\/script>/g

/** The policy of a page that begins with a script of its own, which no file holds: its text may run, and no other one. */
export function withOwnScripts(policy: string, html: string): string {
  const hashes = [...html.matchAll(script)].map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return policy.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`)
}
