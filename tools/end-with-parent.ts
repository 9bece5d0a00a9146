import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** Waits for the end of its input, which comes with the end of whoever holds the other side, however that ended. */
const script = 'read -r _; kill -INT "$0" 2>/dev/null; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; test -z "$1" || rm -rf "$1"'

/**
 * That process ends with this one, also where this one is killed and can do nothing any more, and a folder goes with it. Answers how to
 * let go of it, once it has ended.
 */
export function endWithParent(pid: number, folder = ''): () => void {
  const watcher = spawn('/bin/sh', ['-c', script, String(pid), folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Nothing waits for it, and a system without a shell only lacks it.
  watcher.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as Socket).unref()
  return () => void watcher.kill('SIGKILL')
}
