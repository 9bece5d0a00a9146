import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

describe('the import rules', () => {
  const made: string[] = []
  afterEach(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true }))))

  /** Runs the check on a small project with these files. */
  async function check(files: Record<string, string>): Promise<{ passes: boolean; output: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'lapak-imports-'))
    made.push(folder)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const name of ['package.json', 'server/package.json', 'contract/package.json', 'web/package.json', 'simulators/package.json']) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await cp(join(root, name), join(folder, name))
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return new Promise((done) => {
      execFile(process.execPath, [join(root, 'tools/check-imports.ts'), folder], (error, stdout, stderr) =>
        done({ passes: error === null, output: stdout + stderr }),
      )
    })
  }

  const feature = (name: string, context = 'funds') => `server/src/contexts/${context}/${name}/${name}.ts`

  test('allow a feature to import the main file of another feature', async () => {
    const { passes, output } = await check({
      [feature('wallet')]: 'export const a = 1',
      [feature('deposits')]: `import { a } from '#contexts/funds/wallet/wallet.ts'\nexport const b = a`,
    })
    expect(output).toContain('0 violations')
    expect(passes).toBe(true)
  })

  test.each([
    [
      'features-through-their-main-file',
      {
        'server/src/contexts/funds/wallet/wallet.queries.ts': 'export const a = 1',
        [feature('deposits')]: `export { a } from '#contexts/funds/wallet/wallet.queries.ts'`,
      },
    ],
    [
      'base-knows-no-product',
      { [feature('wallet')]: 'export const a = 1', 'server/src/db/db.ts': `export { a } from '#contexts/funds/wallet/wallet.ts'` },
    ],
    [
      'channels-open-on-features',
      {
        'server/src/contexts/ordering/intake/sandbox.ts': 'export const a = 1',
        'server/src/partner-api/json/json.ts': `export { a } from '#contexts/ordering/intake/sandbox.ts'`,
      },
    ],
    [
      'channels-apart',
      {
        'server/src/partner-api/get/messages.ts': 'export const a = 1',
        'server/src/partner-api/json/json.ts': `export { a } from '../get/messages.ts'`,
      },
    ],
    [
      'nothing-knows-the-channels',
      {
        'server/src/partner-api/partner-api.ts': 'export const a = 1',
        [feature('intake', 'ordering')]: `export { a } from '#partner-api/partner-api.ts'`,
      },
    ],
    ['money-is-pure', { 'server/src/shared/money/fee.ts': `import { join } from 'node:path'\nexport const a = join('a')` }],
    ['contract-without-node', { 'contract/src/wire.ts': `import { join } from 'node:path'\nexport const a = join('a')` }],
    ['contract-is-pure', { 'contract/src/wire.ts': `import type { ReactNode } from 'react'\nexport type A = ReactNode` }],
    [
      'web-knows-only-the-contract',
      {
        [feature('wallet')]: 'export type A = 1',
        'web/src/page.tsx': `import type { A } from '../../server/src/contexts/funds/wallet/wallet.ts'\nexport const b = (a: A) => <p>{a}</p>`,
      },
    ],
    [
      'simulators-know-no-protocol-of-ours',
      {
        [feature('wallet')]: 'export const a = 1',
        'simulators/src/main.ts': `export { a } from '../../server/src/contexts/funds/wallet/wallet.ts'`,
      },
    ],
    [
      'no-cycles',
      {
        'contract/src/a.ts': `import { b } from './b.ts'\nexport const a = () => b`,
        'contract/src/b.ts': `import { a } from './a.ts'\nexport const b = () => a`,
      },
    ],
    [
      'no-folder-cycles',
      {
        [feature('wallet')]: `import { b } from './parts.ts'\nexport const a = () => b`,
        'server/src/contexts/funds/wallet/parts.ts': `import type { C } from '../deposits/deposits.ts'\nexport const b: C = 1`,
        [feature('deposits')]: 'export type C = number',
        'server/src/contexts/funds/deposits/bank.ts': `export { a } from '../wallet/wallet.ts'`,
      },
    ],
    [
      'no-folder-cycles',
      {
        'server/src/partner-api/json/json.ts': `export { a } from '../get/get.ts'`,
        'server/src/partner-api/get/get.ts': 'export const a = 1',
        'server/src/partner-api/get/get.routes.ts': `export { b } from '../json/b.ts'`,
        'server/src/partner-api/json/b.ts': 'export const b = 1',
      },
    ],
    [
      'no-folder-cycles',
      {
        'server/src/contexts/funds/deposits/asking/ask.ts': `export { a } from '../paying/a.ts'`,
        'server/src/contexts/funds/deposits/paying/a.ts': 'export const a = 1',
        'server/src/contexts/funds/deposits/paying/pay.ts': `export { b } from '../asking/b.ts'`,
        'server/src/contexts/funds/deposits/asking/b.ts': 'export const b = 1',
      },
    ],
    ['tests-are-leaves', { 'contract/src/a.test.ts': 'export const a = 1', 'contract/src/b.ts': `export { a } from './a.test.ts'` }],
    ['resolvable', { 'contract/src/a.ts': `export { a } from './nowhere.ts'` }],
  ])('refuse a violation of %s', async (rule, files) => {
    const { passes, output } = await check(files)
    expect(output).toContain(`${rule}: `)
    expect(passes).toBe(false)
  })

  test('fail if the check has not read any file', async () => {
    expect(await check({})).toMatchObject({ passes: false })
  })
})
