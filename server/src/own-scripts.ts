import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

const script = /<script>([^<]*)<\/script>/g

/** The policy of a page that begins with a script of its own, which no file holds: its text may run, and no other one. */
export function withOwnScripts(policy: string, html: string): string {
  const hashes = [...html.matchAll(script)].map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return policy.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`)
}

/** For a file, which may be written anew while this process runs. */
export function policyOfFile(path: string): (policy: string) => string {
  let read = { at: -1, html: '' }
  return (policy) => {
    const { mtimeMs } = statSync(path)
    if (read.at !== mtimeMs) read = { at: mtimeMs, html: readFileSync(path, 'utf8') }
    return withOwnScripts(policy, read.html)
  }
}
