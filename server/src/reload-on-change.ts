import { readFileSync, statSync } from 'node:fs'

/** What is made of a file's text, for a file that may be written anew while this process runs. */
export function readAnew<Made>(path: string, make: (text: string) => Made): () => Made {
  let kept: { at: number; made: Made } | undefined
  return () => {
    const { mtimeMs } = statSync(path)
    if (kept?.at !== mtimeMs) kept = { at: mtimeMs, made: make(readFileSync(path, 'utf8')) }
    return kept.made
  }
}
