/*
 * The folder of a release: the programs as bundles, Node, the packages that are not in the bundles, the page, migrations, SBOM and licences. It needs no
 * compiler, npm or network.
 */
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { licenceTexts } from './licences.ts'
import { sbom } from './sbom.ts'
import { bundlePrograms, external } from './server-build.ts'
import { buildWeb, copyWeb } from './web-build.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

interface LockEntry {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  license?: string
  version?: string
}

interface Manifest {
  version: string
  scripts: Record<string, string>
}

interface Program {
  /** Name of the bundle in server/dist. */
  file: string
  source: string
}

/** Files that programs read at run time, besides the page. */
const readAtRunTime = ['server/migrations', 'server/src/contexts/members/passwords/common-passwords.txt']
/** Files for operators, by their place in a release. */
const forOperators = {
  'README.md': 'deploy/release/README.md',
  licences: 'deploy/release/licences',
  'CHANGELOG.md': 'CHANGELOG.md',
  '.env.example': '.env.example',
  'deploy/prometheus': 'deploy/prometheus',
  'deploy/grafana': 'deploy/grafana',
}
/** Files of packages that only compilers and debuggers read. */
const isForDevelopers = (file: string) => /\.(?:d\.[cm]?ts|map|a)$/.test(file)

/** Makes the release as the new `folder`. `date` is that of the commit. */
export async function fillRelease(folder: string, { commit, date }: { commit: string; date: Date }) {
  const { version, scripts }: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const programs = operatorPrograms(scripts)
  await buildWeb()
  await mkdir(folder)
  await bundlePrograms(Object.fromEntries(Object.values(programs).map(({ file, source }) => [file, source])), join(folder, 'server/dist'))
  await copyWeb(join(folder, 'web/dist'))
  for (const path of readAtRunTime) await cp(join(root, path), join(folder, path), { recursive: true })
  for (const [to, from] of Object.entries(forOperators)) await cp(join(root, from), join(folder, to), { recursive: true })
  for (const path of packagesOf(external, packages)) await copyPackage(path, folder)
  await copyNode(folder)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name: 'lapak', version, commit, private: true, type: 'module' })}\n`)
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), licenceTexts(root, packages))
  await writeFile(join(folder, 'sbom.cdx.json'), await sbom({ root, lock: packages, version, commit, date }))
  await writeFile(join(folder, 'lapak'), launcher(programs, version, scripts.serve ?? ''))
  await chmod(join(folder, 'lapak'), 0o755)
}

/** Sub-commands of `lapak`: what `npm run` offers to operators, under the same names. */
export function operatorPrograms(scripts: Record<string, string>): Record<string, Program> {
  const commands = Object.entries(scripts).flatMap(([name, script]) => {
    const source = /^node (server\/src\/commands\/[\w-]+\.ts)$/.exec(script)?.[1]
    return source === undefined ? [] : [[name, { file: basename(source, '.ts'), source }] as const]
  })
  return {
    start: { file: 'start', source: 'tools/start.ts' },
    serve: { file: 'main', source: 'server/src/main.ts' },
    'demo:info': { file: 'demo-info', source: 'tools/demo-info.ts' },
    ...Object.fromEntries(commands),
  }
}

/** The shell script that starts a program with the Node of the release. `serve` is the script of package.json, for its options of Node. */
function launcher(programs: Record<string, Program>, version: string, serve: string): string {
  const options = /exec node (.+) server\/dist\/main\.mjs$/.exec(serve)?.[1]
  if (options === undefined) throw new Error('package.json: the script `serve` no longer names the options of Node')
  const cases = Object.entries(programs).map(
    ([name, { file }]) =>
      `  ${name}) exec "$here/bin/node" ${name === 'serve' ? options : '--enable-source-maps'} "$here/server/dist/${file}.mjs" "$@" ;;`,
  )
  return [
    '#!/bin/sh',
    '# lapak <command> [arguments]: README.md says what each command does.',
    'here=$(dirname -- "$(readlink -f -- "$0")")',
    `command=${'$'}{1:-}`,
    '[ $# -eq 0 ] || shift',
    'case "$command" in',
    ...cases,
    `  --version) echo "${version}" ;;`,
    `  *) echo "usage: lapak ${Object.keys(programs).join(' | ')}" >&2; exit 2 ;;`,
    'esac',
    '',
  ].join('\n')
}

/** Folders of these packages and of all that they need. */
function packagesOf(names: readonly string[], lock: Record<string, LockEntry>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const path = resolvePackage(name, from, lock)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = lock[path] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, path)
  }
  for (const name of names) visit(name, 'server')
  return found
}

/** The folder from which Node would load `name` for the package or workspace at `from`. */
function resolvePackage(name: string, from: string, lock: Record<string, LockEntry>): string | undefined {
  const places = [from]
  for (let at = from.lastIndexOf('/node_modules/'); at > 0; at = from.lastIndexOf('/node_modules/', at - 1)) places.push(from.slice(0, at))
  return [...places.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`].find((place) => place in lock)
}

/** Copies a package, if it is installed: npm leaves out those for other systems. */
async function copyPackage(path: string, folder: string) {
  const own = join(root, path)
  if (!(await stat(own).catch(() => null))) return
  await cp(own, join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    // Packages in its node_modules are copied if something needs them.
    filter: (file) => relative(own, file).split('/')[0] !== 'node_modules' && !isForDevelopers(file),
  })
}

/** Node of the package `node`, whatever runs this, with its licences. */
async function copyNode(folder: string) {
  const own = join(root, 'node_modules/node')
  await cp(join(own, 'bin/node'), join(folder, 'bin/node'))
  await cp(join(own, `node_modules/node-${process.platform}-${process.arch}/LICENSE`), join(folder, 'licences/Node.txt'))
}

/** The commit that is checked out, its date, and whether files differ from it. */
export async function currentCommit(): Promise<{ commit: string; date: Date; isClean: boolean }> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const seconds = Number(await git('log', '-1', '--format=%ct'))
  return { commit: await git('rev-parse', 'HEAD'), date: new Date(seconds * 1000), isClean: (await git('status', '--porcelain')) === '' }
}
