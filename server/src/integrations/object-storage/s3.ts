import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ObjectStore } from './types.ts'

export interface S3Settings {
  /** Without the bucket: it stands in the path, which every S3-compatible store understands. */
  url: string
  bucket: string
  region: string
  key: string
  secret: string
}

const timeoutMs = 15_000

export function createS3Store({ url, bucket, region, key, secret }: S3Settings): ObjectStore {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3' })
  const addressOf = (name: string) => `${url.replace(/\/$/, '')}/${bucket}/${name}`

  async function ask(method: 'PUT' | 'GET' | 'DELETE', name: string, content?: Buffer<ArrayBuffer>, type?: string): Promise<Response> {
    const request = await client.sign(addressOf(name), {
      method,
      // The signature covers the bytes too; without this header the library leaves them out.
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
  }
}
