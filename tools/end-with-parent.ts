import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** Waits for the end of its input, which is closed when the process at the other side ends, for any reason. */
const script = 'read -r _; kill -INT "$0" 2>/dev/null; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; test -z "$1" || rm -rf "$1"'

/**
 * Ends that process and removes its folder when this process ends, even if this process is killed. Returns a function that cancels this, for a
 * process that has ended.
 */
export function endWithParent(pid: number, folder = ''): () => void {
  const watcher = spawn('/bin/sh', ['-c', script, String(pid), folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Nothing waits for it, and a system without a shell works without it.
  watcher.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as Socket).unref()
  return () => void watcher.kill('SIGKILL')
}
