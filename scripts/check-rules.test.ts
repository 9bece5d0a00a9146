import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

describe('the rules of the house', () => {
  const made: string[] = []
  afterEach(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true }))))

  /** Runs the check over a small project with these files. */
  async function check(files: Record<string, string>): Promise<{ passes: boolean; said: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'lapak-rules-'))
    made.push(folder)
    for (const name of ['.env.example', 'server/src/core/config.ts']) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await cp(join(root, name), join(folder, name))
    }
    for (const [name, text] of Object.entries({ 'package-lock.json': '{"packages":{}}', ...files })) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return new Promise((done) => {
      execFile(process.execPath, [join(root, 'scripts/check-rules.ts'), folder], (error, stdout, stderr) =>
        done({ passes: error === null, said: stdout + stderr }),
      )
    })
  }

  const wallet = 'server/src/features/wallet/wallet.ts'

  test('let pass what breaks none of them', async () => {
    const { passes, said } = await check({ [wallet]: 'export const a = 1' })
    expect(said).toContain('0 breaches')
    expect(passes).toBe(true)
  })

  test.each([
    ['asks for a job past its declaration', wallet, "await sql`select graphile_worker.add_job('send-letter')`.execute(tx)"],
    ['runs a pattern that somebody gave', 'server/src/outside/suppliers/answer.ts', 'new RegExp(given).test(text)'],
    ['asks the runner for a job', wallet, "await runner.addJob('send-letter', {})"],
    ['lets core know the door of buyers', 'server/src/core/http.ts', "export const isDoor = (url: string) => url.startsWith('/h2h/')"],
    [
      'lets core know the calls of the page',
      'server/src/core/openapi.ts',
      'export const tag = (path: string) => path.split(`/api/v1/`)[1]',
    ],
    ['lets core know where one signs in', 'server/src/core/openapi.ts', `export const form = '/oauth/token'`],
    ['lets money know a path of everybody', 'server/src/money/fee.ts', `export const page = "/public"`],
  ])('refuse what %s', async (_, file, text) => {
    const { passes, said } = await check({ [file]: text })
    expect(said).toContain(`${file}:1: `)
    expect(passes).toBe(false)
  })
})
