import { globSync } from 'node:fs'
import type { Call } from '@lapak/contract/shared/call'

/** Every call of the contract, from all of its files, so that new calls are included. */
export async function allCalls(): Promise<Call[]> {
  const folder = new URL('../../contract/src/', import.meta.url)
  const files = globSync('**/*.ts', { cwd: folder, exclude: (name) => name.endsWith('.test.ts') })
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, list]) => (name.endsWith('Calls') ? Object.values(list as Record<string, Call>) : [])),
  )
}
