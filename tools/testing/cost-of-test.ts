/*
 * Vitest's setup file: what each test and each file cost, in CPU seconds of the worker and of what it started (its Chromium, its own Lapaks).
 * What all workers share is not in it: the PostgreSQL of the run, and the Lapaks of the pool.
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

// Hooks that are declared first end last, so that what the file itself cleans up counts.
afterAll(() => {
  if (file) file.meta.cpuSeconds = since(fileBegan)
})
