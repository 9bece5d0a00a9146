import { readStored, remember } from '#lib/remembered.ts'

/** By this token accounts know the browser that they were used from; it stays when somebody signs out. */
export const deviceToken = () => readStored('device') ?? undefined

export const keepDevice = (token: string) => remember('device', token)
