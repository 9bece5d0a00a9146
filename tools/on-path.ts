import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that the current user may run. `besides` lists further folders, which are not on the PATH of normal users. */
export function findOnPath(names: readonly string[], besides: readonly string[] = []): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...besides]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
