import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readAnew } from './reload-on-change.ts'

test('a file is read once, and again after it was changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-page-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'index.html')
  await writeFile(file, 'first')
  const read: string[] = []
  const times = readAnew(file, (text) => read.push(text))
  expect([times(), times()]).toEqual([1, 1])
  await new Promise((later) => setTimeout(later, 20))
  await writeFile(file, 'second')
  expect([times(), times()]).toEqual([2, 2])
  expect(read).toEqual(['first', 'second'])
})
