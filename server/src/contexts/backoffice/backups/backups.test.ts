import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { productionEnvironment, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { type BackupState, backupHealth, drillHealth, readBackups } from './backups.ts'
import { recordRun, recordShipment } from './runs.ts'

let app: TestApp
let admin: TestMember

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(() => app?.stop())

const hour = 3_600_000
const now = new Date('2026-11-20T10:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hour)
const withBackups = readConfig({ BACKUP_FOLDER: '/backup', NODE_ENV: 'test' })
const fine: BackupState = {
  last: { at: ago(8), bytes: 100n, seconds: 5 },
  backupError: null,
  isRunning: false,
  first: ago(1000),
  shippedAt: ago(0.1),
  shipmentError: null,
  drilledAt: ago(100),
  drillError: null,
}

test('backups are well while the newest one is of this night and the WAL is archived, and not otherwise', () => {
  const isWell = (change: Partial<BackupState>) => backupHealth({ ...fine, ...change }, withBackups, now).baik
  expect(isWell({})).toBe(true)
  expect(isWell({ last: { at: ago(27), bytes: 1n, seconds: 1 } })).toBe(false)
  expect(isWell({ last: null })).toBe(false)
  expect(isWell({ last: null, isRunning: true })).toBe(true)
  expect(isWell({ backupError: 'no space left on device' })).toBe(false)
  expect(isWell({ shippedAt: ago(1) })).toBe(false)
  expect(isWell({ shipmentError: 'the object store answered 503 to PUT' })).toBe(false)
  expect(isWell({ shippedAt: null })).toBe(true)
})

test('a drill is late two weeks after the last one, or after the first backup, and bad when it failed', () => {
  const isWell = (change: Partial<BackupState>) => drillHealth({ ...fine, ...change }, withBackups, now).baik
  expect(isWell({})).toBe(true)
  expect(isWell({ drillError: 'the checksum differs' })).toBe(false)
  expect(isWell({ drilledAt: ago(15 * 24) })).toBe(false)
  expect(isWell({ drilledAt: null })).toBe(false)
  expect(isWell({ drilledAt: null, first: ago(24) })).toBe(true)
  expect(isWell({ drilledAt: null, first: null })).toBe(true)
})

test('production without backups is not well, unless the operator says what makes them', () => {
  const none = { ...fine, last: null, shippedAt: null }
  expect(backupHealth(none, readConfig({ NODE_ENV: 'test' }), now)).toMatchObject({ cara: 'tidak_ada', baik: true })
  expect(backupHealth(none, readConfig(productionEnvironment), now)).toMatchObject({ cara: 'tidak_ada', baik: false })
  const elsewhere = readConfig({ ...productionEnvironment, BACKUP_ELSEWHERE: 'pgBackRest, tiap malam' })
  expect(backupHealth(none, elsewhere, now)).toMatchObject({ cara: 'lain', keterangan: 'pgBackRest, tiap malam', baik: true })
})

test('the health report and the metrics show the newest verified backup, and why a later one or the archive failed', async () => {
  await recordRun(app.db, 'backup', () => Promise.resolve({ backup: 'first', bytes: 1_000 }))
  await expect(recordRun(app.db, 'backup', () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full')
  await recordShipment(app.db, null)
  await recordShipment(app.db, 'the object store answered 503 to PUT')
  await recordRun(app.db, 'drill', () => Promise.resolve({ backup: 'first', bytes: 1_000 }))
  expect(await readBackups(app.db.read)).toMatchObject({
    last: { bytes: 1_000n },
    backupError: 'the disk is full',
    isRunning: false,
    drillError: null,
  })
  const { body } = await app.call('GET', '/api/admin/v1/health', { token: admin.token })
  expect(body.data.cadangan).toMatchObject({
    terakhir: { ukuran: 1_000 },
    gagal: 'the disk is full',
    arsipgagal: 'the object store answered 503 to PUT',
  })
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  expect(metrics).toMatch(/^lapak_backup_age_seconds \d/m)
  expect(metrics).toMatch(/^lapak_backup_bytes 1000$/m)
  expect(metrics).toMatch(/^lapak_restore_drill_ok 1$/m)
})

test('settings of backups that would be useless are refused', () => {
  const refused = (own: Record<string, string>) => () => readConfig({ ...productionEnvironment, DATA_DIR: '/var/lib/lapak', ...own })
  expect(refused({ BACKUP_FOLDER: '/var/lib/lapak/backup' })).toThrow('must not be in DATA_DIR')
  expect(refused({ BACKUP_FOLDER: 'backup' })).toThrow('absolute path')
  expect(refused({ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1ABC' })).toThrow('public key of age')
  const s3 = { BACKUP_S3_URL: 'https://s3.example', BACKUP_S3_BUCKET: 'b', BACKUP_S3_KEY: 'k', BACKUP_S3_SECRET: 's' }
  expect(refused(s3)).toThrow('BACKUP_S3_URL needs BACKUP_RECIPIENT')
  expect(refused({ ...s3, BACKUP_FOLDER: '/backup' })).toThrow('set one of them')
  expect(refused({ BACKUP_FOLDER: '/backup' })).not.toThrow()
})
