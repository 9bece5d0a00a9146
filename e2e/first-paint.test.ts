/* What a page loads until its first screen is there. Bytes and order do not depend on the machine; how long it takes is for `npm run bench -- --web`. */
import { existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buyer } from './lapak.ts'
import { noteViolations, type Opening, openingOf } from './opening.ts'
import { keptSession, phone, setOut, walk } from './walk.ts'

const { lapak, browser } = await setOut()
const token = await lapak.signIn(buyer)
const { content } = await lapak.call<{ content: { sellerid: number }[] }>(token, 'GET', '/api/v1/supplier?size=1')

const root = join(import.meta.dirname, '..')
const report = join(root, 'node_modules/.cache/lapak/web-files.json')

interface Budget {
  path: string
  /** Of script, compressed, and in so many files. */
  kb: number
  files: number
}

const budgets: Budget[] = [
  { path: '/login', kb: 140, files: 5 },
  { path: '/home', kb: 180, files: 9 },
  { path: '/trxpembelian', kb: 230, files: 17 },
  { path: '/product', kb: 200, files: 15 },
  { path: '/supplier', kb: 195, files: 13 },
  { path: `/supplier/${content[0]?.sellerid}`, kb: 210, files: 15 },
  { path: '/cari?cari=telkomsel', kb: 195, files: 14 },
  { path: '/profile', kb: 245, files: 19 },
]

async function open(path: string): Promise<Opening> {
  const context = await browser.newContext({
    viewport: phone,
    baseURL: lapak.info.address,
    reducedMotion: 'reduce',
    storageState: path === '/login' ? undefined : await keptSession(lapak, token),
  })
  await noteViolations(context)
  try {
    return await openingOf(await context.newPage(), path)
  } finally {
    await context.close()
  }
}

const sizeOf = async (path: string) => (await stat(join(root, 'web/dist', `${path}.gz`))).size

/** The largest modules of these files, as the bundler has them before it makes them small: where to look first. */
function heaviest(files: string[]): string {
  if (!existsSync(report)) return 'npm run web:build tells what the files are made of'
  const made = JSON.parse(readFileSync(report, 'utf8')) as Record<string, Record<string, number>>
  const modules = files.flatMap((file) => Object.entries(made[file.slice(1)] ?? {}))
  const sorted = modules.sort(([, one], [, other]) => other - one).slice(0, 25)
  return sorted.map(([module, bytes]) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${module}`).join('\n')
}

test.for(budgets)('the first screen of $path needs no more than $kb kB of script in $files files', async ({ path, kb, files }) => {
  const { scripts, firstCalls, early, violations } = await open(path)
  const names = scripts.map((script) => script.path)
  const bytes = (await Promise.all(names.map(sizeOf))).reduce((sum, size) => sum + size, 0)
  expect(bytes / 1000, `script of ${path}; the largest modules, uncompressed:\n${heaviest(names)}`).toBeLessThanOrEqual(kb)
  expect(names.length, names.join(' ')).toBeLessThanOrEqual(files)
  expect(
    firstCalls.filter((call, at) => firstCalls.indexOf(call) !== at),
    'asked for twice before the first screen is there',
  ).toEqual([])
  expect(early.asked.length, 'asked for by the script in the page, before the program is there').toBeGreaterThan(0)
  expect(early.taken.toSorted(), 'what was asked for early is what the screen shows').toEqual(early.asked.toSorted())
  expect(violations).toEqual([])
})

test('a program that does not come leaves a page that offers to load it again', async () => {
  const { page, end } = await walk(browser, lapak)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  const again = page.getByRole('button', { name: 'Muat ulang' })
  await again.waitFor()
  await page.unroute('**/assets/*.js')
  await again.click()
  await page.getByRole('button', { name: 'Masuk', exact: true }).waitFor()
  await end()
})
