import { createDiskStore, type DiskSettings } from './disk.ts'
import { createS3Store, type S3Settings } from './s3.ts'
import type { ObjectStore } from './types.ts'

export type { ObjectStore } from './types.ts'

/** On an S3-compatible store where one is configured, else below the data folder. */
export const createObjectStore = (settings: DiskSettings & { s3: S3Settings | null }): ObjectStore =>
  settings.s3 === null ? createDiskStore(settings) : createS3Store(settings.s3)
