import type { Settings } from '#contexts/system/settings/settings.ts'

/** If a phone or two-factor was set up after this time, a thief may have done it, so a person who can read the owner's e-mail can remove it. */
export const recentSince = (settings: Settings): Date => new Date(Date.now() - settings.get('access.recentFactorDays') * 86_400_000)
