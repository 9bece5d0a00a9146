/**
 * From when on a cash-out may go to an account: long enough after it was added, or after its owner's name was changed, for the
 * letter about that to be read. Another number is another account, so nothing else of it changes.
 */
export const payableAt = ({ updated_at }: { updated_at: Date }, hours: number): Date => new Date(updated_at.getTime() + hours * 3_600_000)
