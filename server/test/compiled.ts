/*
 * Vitest's global setup: Lapak's processes start with what an earlier one compiled (NODE_COMPILE_CACHE in vitest.config.ts).
 * Node writes it down when a process ends by itself, and most of these are killed, so the first run makes it here.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

export default async function setUp() {
  if (existsSync(process.env.NODE_COMPILE_CACHE ?? '')) return
  const program = new URL('../src/app.ts', import.meta.url).href
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `await import('${program}'); process.exit()`])
}
