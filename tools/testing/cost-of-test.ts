/*
 * Vitest's setup file: the cost of each test and each file, in CPU seconds of the worker and of its child processes (Chromium, its own Lapaks).
 * Shared processes are not included: the PostgreSQL of the run, and the Lapaks of the pool.
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

// Hooks that are declared first end last, so that the file's own cleanup counts.
afterAll(() => {
  if (file) file.meta.cpuSeconds = since(fileBegan)
})
