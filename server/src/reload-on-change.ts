import { readFileSync, statSync } from 'node:fs'

/** Derives a value from a file's text and recomputes it when the file changes. */
export function readAnew<Made>(path: string, make: (text: string) => Made): () => Made {
  let kept: { at: number; made: Made } | undefined
  return () => {
    const { mtimeMs } = statSync(path)
    if (kept?.at !== mtimeMs) kept = { at: mtimeMs, made: make(readFileSync(path, 'utf8')) }
    return kept.made
  }
}
