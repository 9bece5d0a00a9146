/*
 * The web app validates answers by its own, smaller zod (web/src/lib/zod), and by a contract without the fields that it never reads. This test
 * compares its results with those of the real zod, over every shape of the contract, for valid and for invalid values.
 */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { allowedBy, inWordsOfZod, spoiled } from '../server/test/wild.ts'
import { leanContract } from '../web/build/lean-contract.ts'

type Modules = Record<string, Record<string, unknown>>
type Result = { success: true; data: unknown } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
interface Small {
  safeParse(value: unknown): Result
  read(value: unknown, back: boolean): Result
}

const folder = join(import.meta.dirname, '../contract/src')
const files = globSync('**/*.ts', { cwd: folder, exclude: (name) => name.endsWith('.test.ts') })

/** The whole contract as the build of the web app bundles it. */
async function contractOfThePage(): Promise<Modules> {
  const entry = files.map((file) => `export * as ${JSON.stringify(file)} from ${JSON.stringify(join(folder, file))}`).join('\n')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leanContract(), { name: 'all', resolveId: (id) => (id === 'all' ? id : null), load: (id) => (id === 'all' ? entry : null) }],
    build: { write: false, minify: true, target: 'es2022', rolldownOptions: { input: 'all', preserveEntrySignatures: 'strict' } },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  const place = mkdtempSync(join(tmpdir(), 'lapak-page-contract-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  writeFileSync(join(place, 'contract.mjs'), chunk.code)
  return (await import(join(place, 'contract.mjs'))) as Modules
}

type Ours = Parameters<typeof allowedBy>[0]
const isSchema = (value: unknown): value is Ours => typeof value === 'object' && value !== null && '_zod' in value

/** Pairs of exports with the same name in the contract and in the bundle: schemas, and lists of calls with the schemas that the bundle contains. */
function pairs(ours: unknown, small: unknown, name: string): [name: string, ours: Ours, small: Small][] {
  if (isSchema(ours)) return small === undefined ? [] : [[name, ours, small as Small]]
  if (typeof ours !== 'object' || ours === null || typeof small !== 'object' || small === null) return []
  return Object.entries(ours).flatMap(([key, part]) => pairs(part, (small as Record<string, unknown>)[key], `${name}.${key}`))
}

const own = 'Invalid input'
const firstWord = ({ message }: { message: string }) => (/^(Invalid|Too|Unrecognized|Must)\b/.test(message) ? own : message)
const summaryOf = (result: Result | 'cannot') =>
  result === 'cannot'
    ? result
    : result.success
      ? { data: result.data }
      : { at: result.error.issues[0]?.path, message: firstWord(result.error.issues[0] ?? { message: '' }) }

/** Runs `act` and returns 'cannot' if a codec throws or a value cannot be encoded. */
function attempt(act: () => Result): Result | 'cannot' {
  try {
    return act()
  } catch {
    return 'cannot'
  }
}

test('the validation of the web app accepts and refuses every answer as the contract does', async () => {
  // Restores zod's messages, because server tests that changed them may have run in the same worker.
  onTestFinished(inWordsOfZod())
  const small = await contractOfThePage()
  const found: ReturnType<typeof pairs> = []
  for (const file of files) found.push(...pairs(await import(join(folder, file)), small[file], file))
  expect(found.length).toBeGreaterThan(300)
  for (const [name, ours, page] of found) {
    const valid = allowedBy(ours, {})
    fc.assert(
      fc.property(fc.oneof(valid, spoiled(valid)), (value) => {
        const read = attempt(() => ours.safeParse(structuredClone(value)))
        const readByPage = attempt(() => page.safeParse(structuredClone(value)))
        expect(summaryOf(readByPage), name).toEqual(summaryOf(read))
        if (read === 'cannot' || !read.success) return
        const [back, backByPage] = [attempt(() => ours.safeEncode(read.data as never)), attempt(() => page.read(read.data, true))]
        if (back === 'cannot') expect(backByPage, name).toBe('cannot')
        else expect(backByPage, name).toMatchObject(back)
      }),
      { numRuns: 40, seed: 62 },
    )
  }
})
