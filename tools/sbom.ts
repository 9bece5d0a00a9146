/* The list of what a release consists of, in CycloneDX (JSON), as npm makes it. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type Lock, releasedPackages } from './licences.ts'

const run = promisify(execFile)

interface Sbom {
  serialNumber: string
  metadata: { timestamp: string; component: { 'bom-ref': string } }
  components: { 'bom-ref': string; scope?: string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

interface Release {
  root: string
  lock: Lock
  version: string
  commit: string
  date: Date
}

/** Instead of a random number and the time of the call it has those of the commit, so that the same commit gives the same text. */
export async function sbom({ root, lock, version, commit, date }: Release): Promise<string> {
  const command = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const made = JSON.parse((await run('npm', command, { cwd: root, maxBuffer: 64 * 1024 ** 2 })).stdout) as Sbom
  made.serialNumber = `urn:uuid:${uuidOf(`lapak ${version} ${commit}`)}`
  made.metadata.timestamp = date.toISOString()
  // npm takes the name of the folder.
  made.metadata.component = { ...made.metadata.component, ...{ name: 'lapak' } }
  return `${JSON.stringify(onlyReleased(made, root, lock), null, 1)}\n`
}

/** Leaves out tools of development. `npm sbom --omit=dev` would also leave out packages of a release that such a tool needs, such as `pg`. */
function onlyReleased(made: Sbom, root: string, lock: Lock): Sbom {
  const released = new Set(releasedPackages(root, lock).map(({ name, version }) => `${name}@${version}`))
  const isOurs = (ref: string) => ref === made.metadata.component['bom-ref'] || ref.startsWith('@lapak/') || released.has(ref)
  return {
    ...made,
    components: made.components.filter((component) => isOurs(component['bom-ref'])),
    dependencies: made.dependencies
      .filter(({ ref }) => isOurs(ref))
      .map(({ ref, dependsOn }) => ({ ref, ...(dependsOn && { dependsOn: dependsOn.filter(isOurs) }) })),
  }
}

/** A UUID that is derived from a text (version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
