import { createHash } from 'node:crypto'

const script = /<script>([^<]*)<\/script>/g

/** Adds hashes of the page's inline scripts to the content security policy, so that only these inline scripts may run. */
export function withOwnScripts(policy: string, html: string): string {
  const hashes = [...html.matchAll(script)].map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return policy.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`)
}
