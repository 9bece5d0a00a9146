import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** A shell script that waits for the end of its input. The input is closed when the process that writes to it ends, for any reason. */
const script = 'read -r _; kill -INT "$0" 2>/dev/null; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; test -z "$1" || rm -rf "$1"'

/**
 * Ends the process `pid` and removes its folder when the current process ends, even if the current process is killed. Returns a function that cancels
 * this, for a process that has already ended.
 */
export function endWithParent(pid: number, folder = ''): () => void {
  const watcher = spawn('/bin/sh', ['-c', script, String(pid), folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // The watcher does not keep this process running, and its errors are ignored: on a system without a shell, everything else still works.
  watcher.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as Socket).unref()
  return () => void watcher.kill('SIGKILL')
}
