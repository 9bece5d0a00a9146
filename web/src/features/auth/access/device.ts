import { readStored, remember } from '#lib/remembered.ts'

/** The token by which accounts recognise this browser as a known device; it is kept after sign-out. */
export const deviceToken = () => readStored('device') ?? undefined

export const keepDevice = (token: string) => remember('device', token)
