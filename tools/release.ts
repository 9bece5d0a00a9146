/*
 * npm run release: makes release/lapak-<version>-<system>-<processor>.tar.gz of the commit that is checked out. The same commit gives the same file, byte
 * for byte. `-- --draft` makes one of uncommitted changes.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs, promisify } from 'node:util'
import { currentCommit, fillRelease } from './release-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

const { values: options } = parseArgs({ options: { draft: { type: 'boolean', default: false } } })
const { isClean, ...commit } = await currentCommit()
if (isClean || options.draft) await release()
else {
  console.error('release: there are uncommitted changes; commit them, or make a draft with `npm run release -- --draft`')
  process.exitCode = 1
}

async function release() {
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const name = `lapak-${version}${isClean ? '' : '-draft'}-${process.platform}-${process.arch}`
  const file = join(root, 'release', `${name}.tar.gz`)
  const draft = await mkdtemp(join(tmpdir(), 'lapak-release-'))
  try {
    await fillRelease(join(draft, name), commit)
    await mkdir(dirname(file), { recursive: true })
    await pack(join(draft, name), `${file}.part`)
    await rename(`${file}.part`, file)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const sum = await sha256(file)
  await writeFile(`${file}.sha256`, `${sum}  ${basename(file)}\n`)
  console.log(`${relative(root, file)}: ${((await stat(file)).size / 1e6).toFixed(0)} MB, SHA-256 ${sum}`)
}

/** Sorted, of one date, owned by root: the same files give the same archive. */
async function pack(folder: string, file: string) {
  const mtime = `--mtime=@${commit.date.getTime() / 1000}`
  const same = ['--sort=name', mtime, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--format=gnu']
  await run('tar', [...same, '--use-compress-program=gzip -9n', '-cf', file, '-C', dirname(folder), basename(folder)])
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
