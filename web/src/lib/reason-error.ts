import { reasonAtLeast, reasonMissing } from '@lapak/contract/system/approvals'

/** Validates the reason of an action. */
export const reasonError = (reason: string): string | null => (reason.trim().length < reasonAtLeast ? reasonMissing : null)
