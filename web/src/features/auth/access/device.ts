import { readStored, writeStored } from '#lib/browser-storage.ts'

/** The token by which the server recognises this browser as a known device of an account. The token is kept after sign-out. */
export const deviceToken = () => readStored('device') ?? undefined

export const storeDeviceToken = (token: string) => writeStored('device', token)
