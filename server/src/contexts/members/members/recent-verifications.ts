import type { Settings } from '#contexts/system/settings/settings.ts'

/** What was proved or switched on after this may be a thief's, and whoever reads the owner's mail can end it. */
export const youngSince = (settings: Settings): Date => new Date(Date.now() - settings.get('access.youngDays') * 86_400_000)
