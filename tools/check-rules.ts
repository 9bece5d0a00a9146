/*
 * Project rules that neither the compiler nor a linter can check. Prints every violation as file:line. An argument selects another folder, for the
 * tests of this check.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockingIndexes } from './blocking-indexes.ts'
import { strayNames } from './feature-names.ts'
import { strayLicences } from './licences.ts'
import { missingFiles } from './readme-files.ts'
import { foreignWrites, ownerlessTables, writeOf } from './table-owners.ts'
import { unusedSettings } from './unused-settings.ts'
import { strayVocabulary } from './vocabulary.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = globSync('{contract,server,web,simulators,tools,e2e,bench}/**/*.{ts,tsx,sql,css}', {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.includes('/dist'),
})
const breaches: string[] = []

interface Ban {
  pattern: RegExp
  within: (file: string) => boolean
  why: string
}

const books = '(?:entry|wallet)'
const isTest = (file: string) => /\.(?:test|e2e|page)\.tsx?$/.test(file)
const isStyle = (file: string) => file.startsWith('web/') && file.endsWith('.css')
/** Removes comments but keeps the line breaks, so that line numbers stay correct. */
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
const bans: Ban[] = [
  {
    pattern: writeOf(['entry', 'wallet']),
    within: (file) =>
      file !== 'server/src/ledger/post.ts' &&
      !file.startsWith('server/migrations/') &&
      // Benchmarks insert millions of stored sales by set-based SQL. The ledger verification checks these sales like any others.
      !file.startsWith('bench/') &&
      !isTest(file) &&
      // These files insert the corruptions that the ledger verification must detect.
      file !== 'server/test/planting.ts' &&
      file !== 'server/test/forgeries.ts' &&
      // Moves whole days back.
      file !== 'server/test/one-day.ts' &&
      file !== 'tools/check-rules.ts',
    why: 'only server/src/ledger/post.ts writes the books',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:from|join|using)\s+"?${books}"?(?![\w.:/'"\`-])|\.(?:selectFrom|(?:inner|left|right|full|cross)Join|using)\(\s*\[?\s*['"\`]${books}\b|['"\`]${books}\.\w+['"\`]`,
      'gi',
    ),
    within: (file) => file.startsWith('server/src/') && !file.startsWith('server/src/ledger/') && !isTest(file),
    why: 'only server/src/ledger/ reads the books (balance.ts tells balances)',
  },
  {
    pattern: /\bparseFloat\(|\.toFixed\(/g,
    within: (file) => /^server\/src\/(?:ledger|shared\/money)\//.test(file) && !isTest(file),
    why: 'money is whole rupiah in bigint',
  },
  {
    pattern: /\bgraphile_worker\.add_jobs?\b|\.addJobs?\(/g,
    within: (file) => file.startsWith('server/src/') && file !== 'server/src/jobs/jobs.ts' && !isTest(file),
    why: 'a job is asked for by its declaration: enqueue(tx, job, payload) of jobs/jobs.ts',
  },
  {
    pattern: /\bRegExp\(/g,
    within: (file) => file.startsWith('server/src/') && !isTest(file),
    why: 'a pattern that somebody gave is run by RE2, in time linear to the text',
  },
  {
    pattern: /\bnetworkOf\b/g,
    within: (file) =>
      file.startsWith('server/src/') &&
      file !== 'server/src/http/network.ts' &&
      // These files limit open connections, which one process holds in memory.
      file !== 'server/src/http/server-limits.ts' &&
      file !== 'server/src/contexts/auth/realtime-logon/realtime-logon.ts' &&
      !isTest(file),
    why: 'a limit per network counts all of networksOf: one person has 65,536 IPv6 networks',
  },
  {
    pattern: /['"`]\/(?:h2h|api|oauth|public|private|dev|socialauth)\b/g,
    within: (file) => /^server\/src\/(?:http|realtime|jobs|db|shared)\//.test(file) && !isTest(file),
    why: 'this would serve any other program; a call says by itself what is special about it',
  },
  {
    pattern: /(?<!@module-tag nightly\b[\s\S]*)\bprocess\.env\.NIGHTLY\b/g,
    within: isTest,
    why: 'a test with a long form says `@module-tag nightly` at its top, or no night would run it',
  },
  { pattern: /\b(?:test|it|describe)\.only\(/g, within: isTest, why: 'the other tests would not run' },
  {
    pattern: /@ts-(?:ignore|nocheck|expect-error)\b/g,
    within: (file) => file !== 'tools/check-rules.ts',
    why: 'types are mended, not silenced',
  },
  {
    pattern:
      /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<=:[^;{}]*)(?<![-\w'"])(?:white|black|gray|grey|silver|red|maroon|orange|yellow|gold|green|lime|teal|aqua|cyan|blue|navy|purple|violet|pink|brown)(?![-\w'"])/gi,
    within: (file) => isStyle(file) && file !== 'web/src/ui/tokens.css',
    why: 'colours have a name by role, in web/src/ui/tokens.css',
  },
  {
    pattern: /(['"`])#[0-9a-f]{3,8}\1|(['"`])(?:rgb|hsl)a?\(/gi,
    within: (file) => /^web\/src\/.*\.tsx?$/.test(file) && file !== 'web/src/ui/theme.ts' && !isTest(file),
    why: 'colours have a name by role, in web/src/ui/theme.ts',
  },
  {
    pattern: /getParentRoute: \(\) => (?!administrationRoute\b)\w+,\s+path\b/g,
    within: (file) => file === 'web/src/routes/administration.tsx',
    why: 'screens of administrators have the guarded parent',
  },
  {
    pattern: /\bborder(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?:\s*1px solid/g,
    within: (file) => isStyle(file) && !file.startsWith('web/src/ui/'),
    why: 'frames and lines are parts of web/src/ui: Card, Bar, RowList, Divider',
  },
]

for (const file of sources) {
  const text = isStyle(file) ? withoutComments(read(file)) : read(file)
  breaches.push(...foreignWrites(file, text), ...blockingIndexes(file, text))
  for (const { pattern, within, why } of bans) {
    if (!within(file)) continue
    for (const hit of text.matchAll(pattern))
      breaches.push(`${file}:${text.slice(0, hit.index).split('\n').length}: ${hit[0].replace(/\s+/g, ' ')} - ${why}`)
  }
}

const isOfVocabulary = (file: string) => /\.tsx?$/.test(file) && !file.endsWith('/schema.ts')
breaches.push(...strayVocabulary(root, sources.filter(isOfVocabulary).map(read)))
breaches.push(...strayNames(root))
breaches.push(...unusedSettings(root))
breaches.push(...missingFiles(root))
breaches.push(...ownerlessTables(read('server/src/db/schema.ts')))

const twice = (numbers: string[]) => new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
for (const number of twice(sources.flatMap((file) => /^server\/migrations\/(\d+)-/.exec(file)?.[1] ?? [])))
  breaches.push(`server/migrations/${number}-*.sql: two have this number; the later one takes the next`)
for (const number of twice(globSync('docs/adr/*.md', { cwd: root }).map((file) => file.slice('docs/adr/'.length).slice(0, 4))))
  breaches.push(`docs/adr/${number}-*.md: two have this number; the later one takes the next`)

const variables = [...read('server/src/shared/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): [a-z]/gm)].map(([, name]) => name)
const explained = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
for (const name of variables)
  if (!explained.includes(name)) breaches.push(`.env.example: ${name} of server/src/shared/config.ts is missing`)
for (const name of explained) if (!variables.includes(name)) breaches.push(`.env.example: ${name} is not in server/src/shared/config.ts`)
if (variables.length === 0) breaches.push('tools/check-rules.ts no longer finds the variables in server/src/shared/config.ts')

interface LockEntry {
  version?: string
  license?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

/** Development tools whose builds for some platforms are missing in the registry in the locked version, so that these builds have no checksums. */
const lacking = /^node_modules\/@(?:biomejs\/cli|oxc-parser\/binding|swc\/core)-/

/** True for a development package that production cannot install, because production is Linux with glibc on x64 or arm64. */
const forElsewhere = ({ dev, optional, os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockEntry) =>
  dev === true && optional === true && !(os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')) && libc.includes('glibc'))

const lock = (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> }).packages
breaches.push(...strayLicences(lock))
for (const [path, entry] of Object.entries(lock)) {
  if (entry.resolved?.startsWith('http')) {
    breaches.push(`package-lock.json: ${path} is tied to one registry by "resolved" (npm config omit-lockfile-registry-resolved)`)
  }
  if (path.includes('node_modules/') && !entry.link && entry.integrity === undefined && !(lacking.test(path) && forElsewhere(entry)))
    breaches.push(`package-lock.json: ${path} has no checksum ("integrity"), so anything could be installed in its place`)
  // npm omits optional packages from the lock file if the registry lacks them, as some registries lack packages for other platforms. After that, `npm
  // ci` fails on every machine.
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    const folders = path.split('/node_modules/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/node_modules/'))
    const known = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
      (place) => lock[place]?.version,
    )
    if (!known)
      breaches.push(
        `package-lock.json: ${name}, optional for ${path}, has no entry; \`npm ci\` would fail. Add it by hand with version, os and cpu`,
      )
  }
}

for (const breach of breaches) console.error(breach)
console.log(`${sources.length} files, ${breaches.length} breaches`)
process.exitCode = breaches.length > 0 ? 1 : 0
