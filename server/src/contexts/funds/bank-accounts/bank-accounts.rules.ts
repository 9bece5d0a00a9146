/**
 * The time from which cash-outs to an account may be paid: `hours` after the account was added or its owner's name was changed, so that the member
 * has time to read the e-mail about the change. Of an account, only the owner's name can change: a different number makes a different account.
 */
export const payableAt = ({ updated_at }: { updated_at: Date }, hours: number): Date => new Date(updated_at.getTime() + hours * 3_600_000)
