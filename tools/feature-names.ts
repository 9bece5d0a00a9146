import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * A feature has the same name and context in contract, server and web, and a channel of the partner API has the same name in contract and server, so
 * that they are easy to find. A feature may have its administrators' calls in a `<name>.admin.ts` of the contract, which the members' pages do not
 * load. Shapes that several features use are in contract/src/shared/.
 */

/** Server features that have no calls, with the reason. */
const innerFeatures: Record<string, string> = {
  'funds/debts': 'what sellers owe, and may come to owe; shown by tickets, earnings and sales',
  'market-data/snapshot': 'what is sold, in memory, for all who price and route',
  'backoffice/backups': 'made by jobs and commands of operators; shown by health',
  'system/outbox': 'e-mails and codes on their way; shown only in development',
  'auth/realtime-logon': 'carries the events of all features',
  'members/shop-names': 'whose name looks like another; names are changed by members',
  'funds/ticket-numbers': 'how numbers of tickets are written and read; tickets are of deposits and cash-out',
  'funds/suspense': 'money that came for nobody; whatever brings money in brings it',
}

/** `<context>/<name>` of each feature folder below this source folder. */
const featuresIn = (root: string, sources: string) =>
  [
    ...new Set(
      globSync(`${sources}/*/*/*`, { cwd: root }).map((path) =>
        path
          .slice(sources.length + 1)
          .split('/')
          .slice(0, 2)
          .join('/'),
      ),
    ),
  ].sort()

const withoutAdmin = (name: string) => name.replace(/\.admin$/, '')

/** Violations of the rule, as sentences. */
export function strayNames(root: string): string[] {
  const server = featuresIn(root, 'server/src/contexts')
  const web = featuresIn(root, 'web/src/features')
  const channels = [...new Set(globSync('server/src/partner-api/*/*.ts', { cwd: root }).map((path) => path.split('/')[3] ?? ''))].sort()
  const declared = globSync('contract/src/*/*.ts', { cwd: root })
    .map((path) => path.slice('contract/src/'.length, -'.ts'.length))
    .filter((name) => !name.endsWith('.test') && !name.startsWith('shared/'))
  const callsOfChannels = declared.filter((name) => name.startsWith('partner-api/')).map((name) => name.slice('partner-api/'.length))
  const contract = declared.filter((name) => !name.startsWith('partner-api/'))
  const ofFeatures = new Set(contract.map(withoutAdmin))
  return [
    ...web.filter((name) => !server.includes(name)).map((name) => `web/src/features/${name}: no such feature in server/src/contexts`),
    ...contract
      .filter((name) => !server.includes(withoutAdmin(name)))
      .map((name) => `contract/src/${name}.ts: no such feature in server/src/contexts`),
    ...server
      .filter((name) => !ofFeatures.has(name) && !(name in innerFeatures))
      .map((name) => `server/src/contexts/${name}: no contract/src/${name}.ts, and tools/feature-names.ts does not say why`),
    ...server
      .filter((name) => ofFeatures.has(name) && name in innerFeatures)
      .map((name) => `tools/feature-names.ts: ${name} has calls, so it is no inner feature`),
    ...channels
      .filter((name) => !callsOfChannels.includes(name))
      .map((name) => `server/src/partner-api/${name}: no contract/src/partner-api/${name}.ts`),
    ...callsOfChannels
      .filter((name) => !channels.includes(name))
      .map((name) => `contract/src/partner-api/${name}.ts: no such channel in server/src/partner-api`),
    ...strayRoutes(root),
  ]
}

/**
 * Violations: a feature may serve only the calls of the contract file with its name, and administrators' calls only in its `<name>.admin.routes.ts`.
 */
function strayRoutes(root: string): string[] {
  return globSync('server/src/contexts/**/*.routes.ts', { cwd: root }).flatMap((file) => {
    const name = file.split('/').slice(3, 5).join('/')
    const text = readFileSync(join(root, file), 'utf8')
    const served = [...text.matchAll(/\broutes\.on\((\w+Calls)\.(\w+)/g)]
    const origin = new Map(
      [...text.matchAll(/import (?:type )?\{([^}]*)\} from '@lapak\/contract\/([\w./-]+)'/g)].flatMap(([, names = '', from = '']) =>
        names.split(',').map((one) => [one.trim(), from] as const),
      ),
    )
    const foreign = served.filter(([, calls = '']) => withoutAdmin(origin.get(calls) ?? '') !== name)
    const isOfAdmins = (calls: string, call: string) => callsOfAdmins(root, origin.get(calls) ?? name).has(call)
    const misplaced = served.filter(([, calls = '', call = '']) => isOfAdmins(calls, call) !== file.endsWith('.admin.routes.ts'))
    return [
      ...foreign.map(([, calls, call]) => `${file}: serves ${calls}.${call}, which is not of contract/src/${name}`),
      ...misplaced.map(
        ([, calls, call]) =>
          `${file}: ${calls}.${call} is ${isOfAdmins(calls ?? '', call ?? '') ? '' : 'not '}for administrators; see ${name.split('/')[1]}.admin.routes.ts`,
      ),
    ]
  })
}

/** The names of the administrators' calls in this file of the contract. */
function callsOfAdmins(root: string, name: string): Set<string> {
  const file = join(root, `contract/src/${name}.ts`)
  if (!existsSync(file)) return new Set()
  const calls = readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): call\(((?:(?!^ {2}\w+: call\()[\s\S])*)/gm)
  return new Set([...calls].filter(([, , shape = '']) => shape.includes(`access: 'admin'`)).map(([, call = '']) => call))
}
