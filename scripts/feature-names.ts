import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * A feature has one name in contract, server and web, a door one in contract and server, so that whoever knows one place finds the others. Calls of
 * administrators may stand in a `<name>.admin.ts` of the contract, which the pages of members do not load.
 */

/** Shapes that all calls are made of; no feature's. */
const contractOfAll = [
  'audit-words',
  'banks',
  'bill-token',
  'buyer-option-fields',
  'call',
  'callback-schedule',
  'duration-text',
  'events',
  'house',
  'key-terms',
  'long-lists',
  'mailed-links',
  'money',
  'names',
  'offer-states',
  'order-channels',
  'phone',
  'quality',
  'refusals',
  'result-codes',
  'routing',
  'said-text',
  'searched-digits',
  'server-areas',
  'setting-defaults',
  'setting-groups',
  'ticket-states',
  'time-text',
  'two-factor-codes',
  'wire',
]

/** Server features without a call of their own, and why. */
const innerFeatures: Record<string, string> = {
  debts: 'what sellers owe, and may come to owe; shown by tickets, earnings and sales',
  market: 'what is sold, in memory, for all who price and route',
  outbox: 'letters and codes on their way; shown only in development',
  realtime: 'carries the events of all features',
  'shop-names': 'whose name looks like another; names are changed by members',
  'ticket-numbers': 'how numbers of tickets are written and read; tickets are of deposits and cash-out',
  'unmatched-money': 'money that came for nobody; whatever brings money in brings it',
}

const namesIn = (root: string, pattern: string, skip = 0) =>
  [...new Set(globSync(pattern, { cwd: root }).map((path) => path.split('/')[skip] ?? ''))].sort()

/** What breaks the rule, as sentences. */
export function strayNames(root: string): string[] {
  const server = namesIn(root, 'server/src/features/*/*.ts', 3)
  const doors = namesIn(root, 'server/src/doors/*/*.ts', 3)
  const callsOfDoors = namesIn(root, 'contract/src/doors/*.ts', 3).map((file) => file.slice(0, -'.ts'.length))
  const web = namesIn(root, 'web/src/features/*/*', 3)
  const contract = globSync('contract/src/*.ts', { cwd: root })
    .map((path) => path.slice('contract/src/'.length, -'.ts'.length))
    .filter((name) => !name.endsWith('.test') && !contractOfAll.includes(name))
  const ofFeatures = new Set(contract.map((name) => name.replace(/\.admin$/, '')))
  return [
    ...web.filter((name) => !server.includes(name)).map((name) => `web/src/features/${name}: no such feature in server/src/features`),
    ...contract
      .filter((name) => !server.includes(name.replace(/\.admin$/, '')))
      .map((name) => `contract/src/${name}.ts: no such feature in server/src/features`),
    ...server
      .filter((name) => !ofFeatures.has(name) && !(name in innerFeatures))
      .map((name) => `server/src/features/${name}: no contract/src/${name}.ts, and scripts/feature-names.ts does not say why`),
    ...server
      .filter((name) => ofFeatures.has(name) && name in innerFeatures)
      .map((name) => `scripts/feature-names.ts: ${name} has calls, so it is no inner feature`),
    ...doors.filter((name) => !callsOfDoors.includes(name)).map((name) => `server/src/doors/${name}: no contract/src/doors/${name}.ts`),
    ...callsOfDoors
      .filter((name) => !doors.includes(name))
      .map((name) => `contract/src/doors/${name}.ts: no such door in server/src/doors`),
    ...strayRoutes(root),
  ]
}

/** Calls are served by the feature of their own name; those of administrators by its `<name>.admin.routes.ts`, and no other. */
function strayRoutes(root: string): string[] {
  return globSync('server/src/features/**/*.routes.ts', { cwd: root }).flatMap((file) => {
    const name = file.split('/')[3] ?? ''
    const text = readFileSync(join(root, file), 'utf8')
    const served = [...text.matchAll(/\broutes\.on\((\w+Calls)\.(\w+)/g)]
    const origin = new Map(
      [...text.matchAll(/import (?:type )?\{([^}]*)\} from '@lapak\/contract\/([\w.-]+)'/g)].flatMap(([, names = '', from = '']) =>
        names.split(',').map((one) => [one.trim(), from] as const),
      ),
    )
    const foreign = served.filter(([, calls = '']) => origin.get(calls)?.replace(/\.admin$/, '') !== name)
    const isOfAdmins = (calls: string, call: string) => callsOfAdmins(root, origin.get(calls) ?? name).has(call)
    const misplaced = served.filter(([, calls = '', call = '']) => isOfAdmins(calls, call) !== file.endsWith('.admin.routes.ts'))
    return [
      ...foreign.map(([, calls, call]) => `${file}: serves ${calls}.${call}, which is not of contract/src/${name}`),
      ...misplaced.map(
        ([, calls, call]) =>
          `${file}: ${calls}.${call} is ${isOfAdmins(calls ?? '', call ?? '') ? '' : 'not '}for administrators; see ${name}.admin.routes.ts`,
      ),
    ]
  })
}

/** By the name of their file in the contract. */
function callsOfAdmins(root: string, name: string): Set<string> {
  const file = join(root, `contract/src/${name}.ts`)
  if (!existsSync(file)) return new Set()
  const calls = readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): call\(((?:(?!^ {2}\w+: call\()[\s\S])*)/gm)
  return new Set([...calls].filter(([, , shape = '']) => shape.includes(`access: 'admin'`)).map(([, call = '']) => call))
}
