import type { Settings } from '#contexts/system/settings/settings.ts'

/** A phone or two-factor that was verified after this moment may be a thief's; the reader of the owner's mail can end it. */
export const youngSince = (settings: Settings): Date => new Date(Date.now() - settings.get('access.youngDays') * 86_400_000)
