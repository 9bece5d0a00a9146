/* Runs nginx as a child process, for the test of the sample configuration in deploy/. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installDebian } from './debian.ts'
import { endWithParent } from './end-with-parent.ts'
import { findOnPath } from './on-path.ts'

export const findNginx = (): string | null => findOnPath(['nginx'], ['/usr/sbin', '/usr/local/sbin'])

/** Installs nginx where this is possible. Returns what there is; its test is skipped without it. */
export function installNginx(): string {
  if (findNginx() === null) installDebian(['nginx-light'])
  return findNginx() ?? 'no nginx, so the test of a rolling restart is skipped'
}

export interface Nginx {
  /** The end of its error log. */
  readonly log: string
  stop(): Promise<void>
}

/** `site` is what the operator writes: upstreams and servers. Resolves when nginx has read it and listens. */
export async function startNginx({ program, folder, site }: { program: string; folder: string; site: string }): Promise<Nginx> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configText(folder, site))
  const child = spawn(program, ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log = `${log}${chunk}`.slice(-8_000)
  })
  await listening(child)
  if (child.pid !== undefined) child.once('exit', endWithParent(child.pid))
  return {
    get log() {
      return log
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise<void>((done) => child.once('exit', () => done()))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** nginx says in its log that it has begun to work. */
function listening(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((done, failed) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-8_000)
      if (output.includes('start worker process')) done()
    })
    child.once('error', failed)
    child.once('exit', (code) => failed(new Error(`nginx ended with ${code}: ${output.trim()}`)))
  })
}

const configText = (folder: string, site: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr notice;
events { worker_connections 1024; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
${site}
}
`
