import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, fail, failInProduction, ok, warn } from './finding.ts'

const nodeMajor = 24

export const checkNode: Check = () => {
  const { node } = process.versions
  return Number.parseInt(node, 10) >= nodeMajor
    ? ok(`Node ${node}`, `Node ${node}`)
    : fail(
        `Node ${node} is too old: install Node ${nodeMajor} or newer`,
        `Node ${node} terlalu lama: pasang Node ${nodeMajor} atau lebih baru`,
      )
}

export const checkEnvironment: Check = ({ config }) =>
  config.production
    ? ok('NODE_ENV=production', 'NODE_ENV=production')
    : warn('a demo: set NODE_ENV=production before money is real', 'Mode demo: isi NODE_ENV=production sebelum uangnya sungguhan')

const gigabyte = 1024 ** 3

export const checkDisk: Check = async ({ config }) => {
  await mkdir(config.dataDir, { recursive: true })
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  const share = Math.round((100 * bavail) / Math.max(blocks, 1))
  const amount = (free / gigabyte).toFixed(1)
  if (free < gigabyte / 2) return fail(`DATA_DIR has ${amount} GB free: make room now`, `DATA_DIR tinggal ${amount} GB: kosongkan sekarang`)
  if (free < 5 * gigabyte || share < 10)
    return warn(`DATA_DIR has ${amount} GB free (${share} %)`, `DATA_DIR tinggal ${amount} GB (${share}%)`)
  return ok(`DATA_DIR has ${amount} GB free (${share} %)`, `DATA_DIR punya ruang ${amount} GB (${share}%)`)
}

/** File systems in memory, by their numbers in statfs(2). */
const inMemory = new Set([0x01021994, 0x858458f6])

/** The witness tells after a restore that commits are gone (ADR 0089), so it has to survive a restart of the machine. */
export const checkWitness: Check = async ({ config }) => {
  const folder = join(config.dataDir, 'witness')
  const probe = join(folder, `doctor-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe, { force: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error'
    return fail(`${folder} is not writable (${code}): workers cannot keep their witness`, `${folder} tidak bisa ditulisi (${code})`)
  }
  if (inMemory.has((await statfs(folder)).type))
    return failInProduction(
      config,
      `${folder} is in memory: after a restart nobody would notice a restore; set DATA_DIR to a disk`,
      `${folder} ada di memori: isi DATA_DIR dengan folder di disk`,
    )
  return ok(`${folder} is writable and on a disk`, `${folder} bisa ditulisi dan ada di disk`)
}
