import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './types.ts'

export interface DiskSettings {
  folder: string
}

/** Readable by our own user only; nobody else on the machine has a reason to look at people's cards. */
const fileMode = 0o600
const folderMode = 0o700

export function createDiskStore({ folder }: DiskSettings): ObjectStore {
  return {
    /** Renamed into place once it is on the disk, so that a name never stands for half a file. */
    async put(name, content) {
      const path = join(folder, name)
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.tmp`
      await mkdir(dirname(path), { recursive: true, mode: folderMode })
      try {
        await writeDurably(unfinished, content)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

async function writeDurably(path: string, content: Buffer) {
  const file = await open(path, 'wx', fileMode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
