import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Debian's packages run this file to find out whether they may start their services. */
const policy = '/usr/sbin/policy-rc.d'

/** Installs Debian packages without starting their services. Returns the error output if the installation fails, otherwise null. */
export function installDebian(packages: readonly string[]): string | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return 'it cannot be installed by this user here'
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-q', '-y', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const ours = !existsSync(policy)
  try {
    if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    apt('update')
    apt('install', '--no-install-recommends', ...packages)
    return null
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? (String(error.stderr).trim().split('\n').at(-1) ?? '') : String(error)
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}
