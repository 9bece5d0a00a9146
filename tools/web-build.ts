/*
 * Builds web/dist if its sources have changed since the last build. It builds into another folder, which then replaces web/dist. Files of earlier
 * builds stay there for a while, because open browser pages still request the scripts of their build.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(fileURLToPath(new URL('.', import.meta.url)), '..')
const cache = join(root, 'node_modules/.cache/lapak')
const dist = join(root, 'web/dist')
/** Names of the assets of the last builds, the newest first. */
const buildList = join(cache, 'web-builds.json')
const sources = [
  'web/src',
  'web/public',
  'web/worker',
  'web/build',
  'web/index.html',
  'web/build',
  'web/vite.config.ts',
  'web/page-script.config.ts',
  'web/postcss.config.mjs',
  'web/package.json',
  'contract/src',
  'package-lock.json',
]

/** Returns true if the web app was built. A release has the built one without its sources. */
export async function buildWeb(): Promise<boolean> {
  if ((await stat(join(root, 'web/src')).catch(() => null)) === null) return false
  const stamp = join(cache, 'web-build')
  const now = await webFingerprint()
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === now && (await stat(join(dist, 'index.html')).catch(() => null))) return false
  await mkdir(cache, { recursive: true })
  const fresh = join(cache, `web-dist-${process.pid}`)
  const replaced = join(cache, `web-dist-old-${process.pid}`)
  try {
    await vite(fresh)
    await keepFormer(fresh)
    await rename(dist, replaced).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    // If another process finished the same build at this moment, its result can be used.
    await rename(fresh, dist).catch(async (error) => {
      if (!(await stat(join(dist, 'index.html')).catch(() => null))) throw error
    })
    await writeFile(stamp, now)
  } finally {
    await Promise.all([fresh, replaced].map((folder) => rm(folder, { recursive: true, force: true })))
  }
  return true
}

const formerBuilds = 2

/**
 * Copies the assets of the last builds next to those of the new build. A file in the cache lists their names; without this file nothing is copied.
 */
async function keepFormer(fresh: string) {
  const before: string[][] = JSON.parse(await readFile(buildList, 'utf8').catch(() => '[]'))
  const own = await readdir(join(fresh, 'assets'))
  const former = new Set(before.slice(0, formerBuilds).flat())
  for (const file of own) former.delete(file)
  // A former asset may have been removed in the meantime.
  await Promise.all([...former].map((file) => cp(join(dist, 'assets', file), join(fresh, 'assets', file)).catch(() => undefined)))
  await writeFile(buildList, JSON.stringify([own, ...before].slice(0, formerBuilds)))
}

/** Copies the built web app without the assets of former builds. */
export async function copyWeb(folder: string): Promise<void> {
  const [own = []]: string[][] = JSON.parse(await readFile(buildList, 'utf8'))
  const assets = new Set(own)
  await cp(dist, folder, { recursive: true, filter: (file) => basename(dirname(file)) !== 'assets' || assets.has(basename(file)) })
}

/** A hash of all sources of the web app. */
export async function webFingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    const found = await stat(path).catch(() => null)
    if (!found) continue
    const files = found.isDirectory()
      ? (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path]
    for (const file of files)
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex')
}

function vite(outDir: string): Promise<void> {
  return new Promise((done, failed) => {
    const program = join(root, 'node_modules/.bin/vite')
    const child = spawn(process.execPath, [program, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Vitest sets NODE_ENV to `test`, also for the programs of `test:quick`; React would then be built for development.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`the web page could not be built:\n${output.trim()}`))))
  })
}
