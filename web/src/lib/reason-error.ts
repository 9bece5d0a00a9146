import { reasonAtLeast, reasonMissing } from '@lapak/contract/system/approvals'

/** What is wrong with the reason that somebody gives. */
export const reasonError = (reason: string): string | null => (reason.trim().length < reasonAtLeast ? reasonMissing : null)
