/*
 * Vitest's setup file: measures the cost of each test and each file, in CPU seconds of the worker and of its child processes (Chromium, Lapak
 * processes that the test starts). Processes that tests share are not included: the PostgreSQL of the run, and the Lapak processes of the pool.
 */
import { afterAll, afterEach, beforeEach, type RunnerTestFile } from 'vitest'
import { treeCpuSeconds } from './process-tree.ts'

declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number
  }
}

const since = (before: number | null) => {
  const now = treeCpuSeconds()
  return before === null || now === null ? undefined : Math.max(0, now - before)
}

const fileBegan = treeCpuSeconds()
let file: RunnerTestFile | undefined
let testBegan: number | null = null

beforeEach(({ task }) => {
  file = task.file
  testBegan = treeCpuSeconds()
})

afterEach(({ task }) => {
  task.meta.cpuSeconds = since(testBegan)
})

// Vitest runs this hook last, because it is declared first. So the cost includes the file's own cleanup.
afterAll(() => {
  if (file) file.meta.cpuSeconds = since(fileBegan)
})
