/*
 * npm run spec [-- --area purchases]: lists which requirements of docs/spec/checklist.tsv are verified by a test. A test verifies the ids in its
 * title: `test('a double order is refused [B-VAL-03, B-VAL-04]', …)`. Skipped tests do not count. docs/spec/deviations.tsv lists intended deviations
 * with their replacement; no test may contain the id of a complete deviation. The command fails for an id that the checklist lacks, and for an id of
 * a complete deviation.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const folders = '{contract,server,web,simulators,e2e,tools,bench}'

export interface Requirement {
  id: string
  area: string
  text: string
}

export interface Coverage {
  requirements: Requirement[]
  verified: Set<string>
  /** By requirement id: what replaces the requirement. `partly` contains ids of which only a part is replaced; tests verify the rest. */
  deviations: Map<string, string>
  partly: Set<string>
  /** Ids in test titles that the checklist lacks, or that are intended deviations, with the file of the test. */
  unknown: { id: string; file: string }[]
}

export async function readCoverage(): Promise<Coverage> {
  const requirements = parseChecklist(await readFile(join(root, 'docs/spec/checklist.tsv'), 'utf8'))
  const { deviations, partly } = parseDeviations(await readFile(join(root, 'docs/spec/deviations.tsv'), 'utf8'))
  const known = new Set(requirements.map((requirement) => requirement.id))
  const verified = new Set<string>()
  const unknown: Coverage['unknown'] = []
  for await (const file of glob(`${folders}/**/*.{test,e2e,page}.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })) {
    for (const id of idsInTitles(await readFile(join(root, file), 'utf8'))) {
      if (known.has(id) && (!deviations.has(id) || partly.has(id))) verified.add(id)
      else unknown.push({ id, file })
    }
  }
  for (const id of deviations.keys()) if (!known.has(id)) unknown.push({ id, file: 'docs/spec/deviations.tsv' })
  return { requirements, verified, deviations, partly, unknown }
}

function parseChecklist(text: string): Requirement[] {
  const rows = text.trimEnd().split('\n').slice(1)
  return rows.map((row) => {
    const [id = '', area = '', , , requirement = ''] = row.split('\t')
    return { id, area, text: requirement }
  })
}

function parseDeviations(text: string): Pick<Coverage, 'deviations' | 'partly'> {
  const rows = text.trimEnd().split('\n').slice(1)
  const cells = rows.map((row) => row.split('\t'))
  return {
    deviations: new Map(cells.map(([id = '', instead = '']) => [id, instead])),
    partly: new Set(cells.filter(([, , extent]) => extent === 'part').map(([id = '']) => id)),
  }
}

const title =
  /(?:\b(?:test|it|describe)((?:\.\w+)*)\s*\(|\]\s*(?:as const\s*)?\)\s*\(|`\s*\(|[\])]\)\(|\.each\(\w+\)\s*\()\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/g
const bracket = /\[([A-Z]-[A-Z]+-\d+(?:\s*,\s*[A-Z]-[A-Z]+-\d+)*)\]/g

export function idsInTitles(source: string): string[] {
  return [...source.matchAll(title)]
    .filter(([, modifiers]) => !/\.(skip|todo|fails)\b/.test(modifiers ?? ''))
    .flatMap(([, , , words = '']) => [...words.matchAll(bracket)])
    .flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()))
}

/** Open points of the specification are decided in docs/spec/decisions.md. They are counted separately. */
const isOpen = (requirement: Requirement) => requirement.area === 'open' || requirement.text.startsWith('[gap]')

function table({ requirements, verified }: Coverage): string {
  const groups = new Map<string, Requirement[]>()
  for (const requirement of requirements) {
    const group = isOpen(requirement) ? 'left open by the spec' : requirement.area
    groups.set(group, [...(groups.get(group) ?? []), requirement])
  }
  const line = (name: string, members: Requirement[]) => {
    const covered = members.filter((member) => verified.has(member.id)).length
    const percent = Math.floor((covered / Math.max(members.length, 1)) * 100)
    return `${name.padEnd(24)}${`${covered}/${members.length}`.padStart(9)}${`${percent} %`.padStart(7)}`
  }
  const open = groups.get('left open by the spec') ?? []
  const closed = [...groups].filter(([name]) => name !== 'left open by the spec').sort(([a], [b]) => a.localeCompare(b))
  return [
    ...closed.map(([name, members]) => line(name, members)),
    line(
      'all areas',
      closed.flatMap(([, members]) => members),
    ),
    line('left open by the spec', open),
  ].join('\n')
}

export async function reportCoverage({ area, brief = false }: { area?: string; brief?: boolean }): Promise<boolean> {
  const coverage = await readCoverage()
  console.log(table(coverage))
  const missing = coverage.requirements.filter(
    (requirement) =>
      !coverage.verified.has(requirement.id) &&
      (!coverage.deviations.has(requirement.id) || coverage.partly.has(requirement.id)) &&
      (area ? requirement.area === area : !isOpen(requirement)),
  )
  if (!brief && missing.length > 0) {
    console.log(`\nNot yet proved by a test${area ? ` in ${area}` : ''}:`)
    for (const { id, area, text } of missing)
      console.log(`  ${id.padEnd(11)} ${area.padEnd(20)} ${text.length > 140 ? `${text.slice(0, 139)}…` : text}`)
  }
  if (!brief) {
    console.log('\nDone otherwise on purpose:')
    for (const [id, instead] of coverage.deviations) console.log(`  ${id.padEnd(11)} ${instead}`)
  }
  for (const { id, file } of coverage.unknown)
    console.error(`${file}: ${id} is not in docs/spec/checklist.tsv, or is done otherwise on purpose`)
  return coverage.unknown.length === 0
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { area: { type: 'string' }, brief: { type: 'boolean' } } })
  process.exitCode = (await reportCoverage(values)) ? 0 : 1
}
