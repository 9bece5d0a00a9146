/**
 * The time from which a cash-out may go to an account: `hours` after it was added or its owner's name was changed, so that the member has time to
 * read the e-mail about it. Only the name of an account can change: another number makes another account.
 */
export const payableAt = ({ updated_at }: { updated_at: Date }, hours: number): Date => new Date(updated_at.getTime() + hours * 3_600_000)
