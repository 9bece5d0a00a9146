import { execFile } from 'node:child_process'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildServer } from '../../tools/server-build.ts'

/* The program that `npm run serve` starts. Tests start it more than a hundred times, so its compiled code is kept too. */

const cache = join(import.meta.dirname, '../../node_modules/.cache/lapak/program')

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

async function build(): Promise<Program> {
  const { program, fingerprint } = await buildServer()
  const compiled = join(cache, fingerprint)
  if ((await stat(compiled).catch(() => null)) === null) {
    await removeFormer()
    await compile(program, compiled)
  }
  return { file: program, compiled }
}

/** Node writes its compile cache only when a process exits by itself. This process does, because it has no database URL. */
const compile = (file: string, compiled: string) =>
  new Promise<void>((done) => {
    execFile(process.execPath, [file], { env: { NODE_ENV: 'test', NODE_COMPILE_CACHE: compiled } }, () => done())
  })

async function removeFormer() {
  const names = await readdir(cache).catch(() => [])
  await Promise.all(names.map((name) => rm(join(cache, name), { recursive: true, force: true })))
}
