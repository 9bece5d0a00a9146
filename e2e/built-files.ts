/* Which module of the page is in which file of its build; `npm run web:build` writes it down. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const report = join(import.meta.dirname, '../node_modules/.cache/lapak/web-files.json')

/** Bytes of each module by the file that holds it; null where no build was made here. */
export const builtFiles = (): Record<string, Record<string, number>> | null =>
  existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null

/** The file that holds a module of `web/src`, which a walk lets come late or not at all. */
export function fileOf(module: string): string {
  const found = Object.entries(builtFiles() ?? {}).find(([, modules]) => `web/src/${module}` in modules)
  if (!found) throw new Error(`no file holds ${module}; npm run web:build writes down which one does`)
  return `**/${found[0]}`
}

/** Holds back what a page asks for until it is let go. */
export async function held(page: Page, module: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(fileOf(module), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
