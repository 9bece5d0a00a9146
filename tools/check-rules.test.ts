import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

describe('the project rules', () => {
  const wallet = 'server/src/contexts/funds/wallet/wallet.ts'
  const made: string[] = []
  afterEach(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true }))))

  /** Runs the check on a small project with these files. */
  async function check(files: Record<string, string>): Promise<{ passes: boolean; output: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'lapak-rules-'))
    made.push(folder)
    for (const name of ['.env.example', 'server/src/shared/config.ts', 'server/src/db/schema.ts']) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await cp(join(root, name), join(folder, name))
    }
    for (const [name, text] of Object.entries({
      'package-lock.json': '{"packages":{}}',
      'docs/glossary.md': '## Words that the code does not use\n\n| `bones` | skeleton |\n',
      'tools/vocabulary-allowed.json': '{}',
      'contract/src/funds/wallet.ts': '',
      [wallet]: '',
      ...files,
    })) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return new Promise((done) => {
      execFile(process.execPath, [join(root, 'tools/check-rules.ts'), folder], (error, stdout, stderr) =>
        done({ passes: error === null, output: stdout + stderr }),
      )
    })
  }

  const style = 'web/src/features/funds/wallet/balance.module.css'

  test('accept code without a violation', async () => {
    const { passes, output } = await check({ [wallet]: 'export const a = 1' })
    expect(output).toContain('0 breaches')
    expect(passes).toBe(true)
  })

  test('allow colours in the file of colours, and border lines in the UI kit', async () => {
    const { passes, output } = await check({
      'web/src/ui/tokens.css': ':root { --lapak-line: #e3e9e5; }',
      'web/src/ui/card.module.css': '.card { border: 1px solid var(--lapak-line); }',
      [style]:
        "/* white */\n.price { color: var(--mantine-color-green-8); white-space: nowrap; }\n.price[data-colour='red'] { border: 0; }",
    })
    expect(output).toContain('0 breaches')
    expect(passes).toBe(true)
  })

  test.each([
    ['asks for a job past its declaration', wallet, "await sql`select graphile_worker.add_job('send-letter')`.execute(tx)"],
    ['counts a limit by the /64 network alone', wallet, "await rateLimit(db, 'top-ups from ' + networkOf(address), 10, 3600)"],
    ['runs a pattern that somebody gave', 'server/src/integrations/suppliers/answer.ts', 'new RegExp(given).test(text)'],
    ['reads a balance by the query builder', wallet, "await read.selectFrom('wallet').select('balance').execute()"],
    ['joins a wallet', wallet, "query.innerJoin('wallet', 'wallet.member_id', 'member.id')"],
    ['reads a balance by hand', wallet, 'const text = `select balance from wallet where member_id = $1`'],
    ['reads entries by hand', wallet, 'const text = `select amount from purchase join entry on reference = id`'],
    ['writes an entry', wallet, 'const text = `insert into entry values (1)`'],
    ['asks the runner for a job', wallet, "await runner.addJob('send-letter', {})"],
    ['writes a table of another feature', wallet, "await tx.updateTable('member').set({ name }).execute()"],
    ['writes a table of another feature in SQL', wallet, 'const statement = `with paid as (update purchase set state = 1) select 1`'],
    ['writes the books elsewhere', wallet, "await tx.insertInto('entry').values(legs).execute()"],
    ['names a colour by its figures', style, '.price { color: #0b6437; }'],
    ['mixes a colour', style, '.price { background: rgb(0 0 0 / 45%); }'],
    ['names a colour by its word', style, '.price { color: white; }'],
    ['gives a colour to a component', 'web/src/features/funds/wallet/balance.tsx', "export const a = <p style={{ color: '#0b6437' }} />"],
    ['draws a frame by hand', style, '.price { border: 1px solid var(--lapak-line); }'],
    [
      'lets everybody into a page of administrators',
      'web/src/routes/administration.tsx',
      `createRoute({ getParentRoute: () => signedInRoute,\n  path: '/trxadm' })`,
    ],
    ['draws a line by hand', style, '.price { border-top: 1px solid var(--lapak-line); }'],
    ['lets the base know the door of buyers', 'server/src/http/http.ts', "export const isDoor = (url: string) => url.startsWith('/h2h/')"],
    [
      'lets the base know the calls of the page',
      'server/src/http/openapi.ts',
      'export const tag = (path: string) => path.split(`/api/v1/`)[1]',
    ],
    ['lets the base know where one signs in', 'server/src/http/openapi.ts', `export const form = '/oauth/token'`],
    ['lets money know a path of everybody', 'server/src/shared/money/fee.ts', `export const page = "/public"`],
  ])('refuse code that %s', async (_, file, text) => {
    const { passes, output } = await check({ [file]: text })
    expect(output).toContain(`${file}:1: `)
    expect(passes).toBe(false)
  })

  test('refuse a word that the glossary replaces', async () => {
    const { passes, output } = await check({ 'web/src/features/funds/wallet/balance.tsx': 'export const BalanceBones = null' })
    expect(output).toContain('bones: in 1 identifiers, 0 are allowed')
    expect(passes).toBe(false)
  })

  test('refuse a README file of the server that names a file which does not exist', async () => {
    const readme = 'server/src/contexts/funds/README.md'
    const accepted = await check({
      [readme]: '`wallet.ts`, `wallet/wallet.ts`, `../wallet/wallet.ts` and `server/src/contexts/funds/wallet/wallet.ts`',
    })
    expect(accepted.output).toContain('0 breaches')
    const refused = await check({ [readme]: '# Funds\n\n`wallet.ts` and `purse/wallet.ts`' })
    expect(refused.output).toContain(`${readme}:3: there is no file purse/wallet.ts`)
    expect(refused.passes).toBe(false)
  })

  test('refuse a second migration with the same number', async () => {
    const twice = await check({ 'server/migrations/0029-one.sql': '', 'server/migrations/0029-other.sql': '' })
    expect(twice.output).toContain('server/migrations/0029-*.sql: two have this number')
    expect(twice.passes).toBe(false)
  })

  test('refuse an index that blocks the writers of a table, unless it is built concurrently or the table is new', async () => {
    const index = 'create index word_of on word (id);'
    const refused = await check({ 'server/migrations/0090-words.sql': `alter table word add id bigint;\n${index}` })
    expect(refused.output).toContain('server/migrations/0090-words.sql:2: create index word_of on word - writers would wait')
    expect(refused.passes).toBe(false)
    const passes = async (name: string, text: string) => (await check({ [`server/migrations/${name}`]: text })).passes
    expect(await passes('0090-words.sql', `create table word (id bigint);\n${index}`)).toBe(true)
    expect(await passes('0090-words.online.sql', 'create index concurrently word_of on word (id);')).toBe(true)
  })

  test('refuse a table without an owner', async () => {
    const { passes, output } = await check({ 'server/src/db/schema.ts': 'export interface DB {\n  member: Member\n  orphan: Orphan\n}\n' })
    expect(output).toContain('nobody owns the table orphan')
    expect(output).toContain('there is no table purchase')
    expect(passes).toBe(false)
  })

  test('allow writes of a feature to its own table, and writes of tests and demonstration data to any table', async () => {
    const write = "await tx.updateTable('member').set({ name }).execute()"
    const { passes } = await check({
      'contract/src/members/members.ts': '',
      'server/src/contexts/members/members/members.ts': write,
      'server/src/contexts/funds/wallet/wallet.test.ts': write,
      'server/src/demo/load.ts': write,
    })
    expect(passes).toBe(true)
  })

  test('refuse a test with a long form but without the tag `nightly`', async () => {
    const test = (top: string) => ({
      'server/src/contexts/funds/wallet/wallet.test.ts': `${top}\nconst many = ${['process', 'env', 'NIGHTLY'].join('.')} ? 1_000_000 : 1_000`,
    })
    expect((await check(test('// @module-tag nightly'))).passes).toBe(true)
    const refused = await check(test(''))
    expect(refused.output).toContain('server/src/contexts/funds/wallet/wallet.test.ts:2: ')
    expect(refused.output).toContain('`@module-tag nightly`')
    expect(refused.passes).toBe(false)
  })

  const locked = (name: string, entry: object) => ({
    'package-lock.json': JSON.stringify({ packages: { [`node_modules/${name}`]: entry } }),
  })
  const version = '1.0.0'

  const elsewhere = { version, dev: true, optional: true, os: ['darwin'], cpu: ['x64'] }

  test('accept packages with a checksum; without a checksum, links of the project and builds for other systems that the registry lacks', async () => {
    for (const [name, entry] of [
      ['left-pad', { version, integrity: 'sha512-x', license: 'MIT' }],
      ['@lapak/contract', { link: true }],
      ['@swc/core-darwin-x64', elsewhere],
      ['@biomejs/cli-linux-x64-musl', { ...elsewhere, os: ['linux'], libc: ['musl'] }],
    ] as const)
      expect((await check(locked(name, entry))).output, name).toContain('0 breaches')
  })

  test('refuse other packages without a checksum, and builds without a checksum that production could install', async () => {
    for (const [name, entry] of [
      ['left-pad', { version }],
      ['left-pad', { version, dev: true }],
      ['left-pad', elsewhere],
      ['@swc/core-darwin-x64', { ...elsewhere, dev: false }],
      ['@swc/core-darwin-x64', { ...elsewhere, optional: false }],
      ['@swc/core-linux-x64-gnu', { ...elsewhere, os: ['linux'] }],
    ] as const) {
      const { passes, output } = await check(locked(name, entry))
      expect(output, JSON.stringify(entry)).toContain(`node_modules/${name} has no checksum`)
      expect(passes).toBe(false)
    }
  })

  test('accept packages of a release with an allowed licence, and any licence of development tools', async () => {
    for (const entry of [
      { license: 'ISC' },
      { license: '(GPL-2.0-only OR MIT)' },
      { license: 'Apache-2.0 AND LGPL-3.0-or-later' },
      { dev: true },
    ])
      expect((await check(locked('left-pad', { version, integrity: 'sha512-x', ...entry }))).output).toContain('0 breaches')
  })

  test('refuse packages of a release with another licence, or without one', async () => {
    for (const entry of [{ license: 'AGPL-3.0-only' }, { license: 'MIT AND GPL-2.0-only' }, {}]) {
      const { passes, output } = await check(locked('left-pad', { version, integrity: 'sha512-x', ...entry }))
      expect(output).toContain('package-lock.json: node_modules/left-pad has the licence')
      expect(passes).toBe(false)
    }
  })

  const registry = (...names: string[]) => ({
    'contract/src/shared/setting-defaults.ts': `export const settingDefaults = {\n${names.map((name) => `  '${name}': { kind: 'count' },\n`).join('')}}`,
  })
  const asks = (name: string) => `export const max = (settings: Settings) => settings.get('${name}')`

  test('accept a setting that the server code reads', async () => {
    const { passes } = await check({ ...registry('orders.max'), [wallet]: asks('orders.max') })
    expect(passes).toBe(true)
  })

  test('accept a setting that limits a call', async () => {
    const limited = `export const walletCalls = { read: call('GET', '/api/v1/wallet', { limit: { setting: 'wallet.perMinute', seconds: 60 } }) }`
    const { passes } = await check({ ...registry('wallet.perMinute'), 'contract/src/funds/wallet.ts': limited })
    expect(passes).toBe(true)
  })

  test.each([
    [
      'that is asked for nowhere',
      registry('orders.max', 'orders.perDay'),
      'contract/src/shared/setting-defaults.ts: orders.perDay is asked for nowhere',
    ],
    [
      'that only a test asks for',
      { ...registry('orders.max', 'orders.perDay'), 'server/src/contexts/funds/wallet/wallet.test.ts': asks('orders.perDay') },
      'contract/src/shared/setting-defaults.ts: orders.perDay is asked for nowhere',
    ],
    ['that the check does not find', registry(), 'no longer finds the settings'],
  ])('refuse a setting %s', async (_, files: Record<string, string>, message) => {
    const { passes, output } = await check({ [wallet]: asks('orders.max'), ...files })
    expect(output).toContain(message)
    expect(passes).toBe(false)
  })

  const calls = `export const bannerCalls = {\n  shown: call('GET', '/public/sliders', { access: 'public' }),\n  add: call('POST', '/api/admin/v1/sliders', { access: 'admin' }),\n}`
  const serve = (call: string, from = 'system/banners') =>
    `import { bannerCalls } from '@lapak/contract/${from}'\nroutes.on(bannerCalls.${call}, answer)`
  const banners = { 'contract/src/system/banners.ts': calls, 'server/src/contexts/system/banners/banners.routes.ts': serve('shown') }

  test('accept a feature with the same name in contract, server and web, and a separate file for the calls of administrators', async () => {
    const { passes } = await check({
      ...banners,
      'server/src/contexts/system/banners/banners.admin.routes.ts': serve('add'),
      'web/src/features/system/banners/banners.tsx': '',
      'contract/src/partner-api/xml.ts': calls,
      'server/src/partner-api/xml/xml.ts': '',
    })
    expect(passes).toBe(true)
  })

  test.each([
    [
      'a feature of the page that the server does not know',
      { 'web/src/features/system/sliders/sliders.tsx': '' },
      'web/src/features/system/sliders',
    ],
    ['a contract without its feature', { 'contract/src/system/sliders.ts': calls }, 'contract/src/system/sliders.ts: no such feature'],
    [
      'a channel without its calls',
      { 'server/src/partner-api/xml/xml.ts': '' },
      'server/src/partner-api/xml: no contract/src/partner-api/xml.ts',
    ],
    [
      'calls of a channel that is not served',
      { 'contract/src/partner-api/xml.ts': calls },
      'contract/src/partner-api/xml.ts: no such channel in server/src/partner-api',
    ],
    ['a feature without its contract', { 'server/src/contexts/system/sliders/sliders.ts': '' }, 'no contract/src/system/sliders.ts'],
    [
      'a feature that serves calls of another name',
      { ...banners, 'server/src/contexts/funds/wallet/wallet.routes.ts': serve('shown') },
      'which is not of contract/src/funds/wallet',
    ],
    [
      'a call of administrators among those of members',
      { ...banners, 'server/src/contexts/system/banners/banners.routes.ts': serve('add') },
      'see banners.admin.routes.ts',
    ],
  ])('refuse %s', async (_, files: Record<string, string>, message) => {
    const { passes, output } = await check(files)
    expect(output).toContain(message)
    expect(passes).toBe(false)
  })
})
