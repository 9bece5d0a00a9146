import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { ObjectStore } from './types.ts'

export type { ObjectStore } from './types.ts'

/** Uses an S3-compatible store if one is configured, else the data folder. */
export const createObjectStore = (settings: DiskSettings & { s3: S3Settings | null; timeoutMs?: number }): ObjectStore =>
  settings.s3 === null ? createDiskStore(settings) : createS3Store(settings.s3, settings.timeoutMs)

// — Disk

interface DiskSettings {
  folder: string
}

/** Readable by our own system user only, because the files include pictures of people's identity cards. */
const fileMode = 0o600
const folderMode = 0o700

function createDiskStore({ folder }: DiskSettings): ObjectStore {
  return {
    /** Writes to a temporary file and renames it once it is on the disk, so that a name never refers to a partial file. */
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
    async list(prefix) {
      const below = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))
      const files = await readdir(below, { recursive: true, withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      return files
        .filter((file) => file.isFile())
        .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort()
    },
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

// — S3

interface S3Settings {
  /** The URL without the bucket. The bucket becomes part of the path, which every S3-compatible store supports. */
  url: string
  bucket: string
  region: string
  key: string
  secret: string
}

const usualTimeoutMs = 15_000

function createS3Store({ url, bucket, region, key, secret }: S3Settings, timeoutMs = usualTimeoutMs): ObjectStore {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3' })
  const bucketAddress = `${url.replace(/\/$/, '')}/${bucket}`
  const ask = (method: 'PUT' | 'GET' | 'DELETE', name: string, content?: Buffer<ArrayBuffer>, type?: string) =>
    send(method, `${bucketAddress}/${name}`, content, type)

  async function send(method: string, address: string, content?: Buffer<ArrayBuffer>, type?: string): Promise<Response> {
    const request = await client.sign(address, {
      method,
      // With this header the signature also covers the body; without it, the library does not sign the body.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(content ?? '')
          .digest('hex'),
        ...(type && { 'content-type': type }),
      },
      ...(content && { body: content }),
    })
    return fetch(request, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  }

  return {
    async put(name, content, type) {
      const answer = await ask('PUT', name, Buffer.from(content), type)
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the object store answered ${answer.status} to PUT`)
    },
    async get(name) {
      const answer = await ask('GET', name)
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      await answer.body?.cancel()
      if (answer.status === 404) return null
      throw new Error(`the object store answered ${answer.status} to GET`)
    },
    async remove(name) {
      const answer = await ask('DELETE', name)
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404) throw new Error(`the object store answered ${answer.status} to DELETE`)
    },
    async list(prefix) {
      const names: string[] = []
      for (let token: string | null = ''; token !== null; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token !== '' && { 'continuation-token': token }) })
        const answer: Response = await send('GET', `${bucketAddress}?${query}`)
        const xml: string = await answer.text()
        if (!answer.ok) throw new Error(`the object store answered ${answer.status} to a list`)
        names.push(...[...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => unescaped(name)))
        const next: string | undefined = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1]
        token = next === undefined ? null : unescaped(next)
      }
      return names.sort()
    },
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity)
