import { readStored, writeStored } from '#lib/browser-storage.ts'

/** The token by which accounts recognise this browser as a known device; it is kept after sign-out. */
export const deviceToken = () => readStored('device') ?? undefined

export const keepDevice = (token: string) => writeStored('device', token)
