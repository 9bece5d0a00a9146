import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProsody } from './prosody.ts'

test('an XMPP server reports at once a port that another process uses, although Prosody itself would continue without this port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-prosody-'))
  const prosody = await startProsody({ folder })
  onTestFinished(async () => {
    await prosody.stop()
    await rm(folder, { recursive: true, force: true })
  })
  await prosody.kill()
  const other = createServer()
  await new Promise<void>((done) => other.listen(Number(new URL(prosody.url.replace('xmpps:', 'https:')).port), '127.0.0.1', done))
  await expect(prosody.start()).rejects.toThrow('somebody else has its port')
  await new Promise((done) => other.close(done))
  await prosody.start()
})
