import type { MoneyConfirmations } from '@lapak/contract/shared/money-confirmations'
import type { Tx } from '#db/db.ts'
import type { LockedRow } from './locked-row.ts'
import { refusePerhapsOwn } from './own-money.ts'
import { refuseRestated } from './restatements.ts'
import { refusePerhapsReversed } from './reversals.ts'
import { refusePerhapsReturned } from './rows-of-tickets.ts'

/** Each as it is stored with an approval: null where nothing was confirmed. */
export type Confirmed = { [Field in keyof MoneyConfirmations]?: string | null | undefined }

/**
 * Refuses to credit the money of a row that may be the returned money of a cash-out or the platform's own, that the bank may have taken back, or whose
 * feed says another sum now, unless the administrator confirmed that it is not. The caller must hold the locks of the row and of its sum (`lockSums`).
 */
export async function refuseDoubtfulRow(tx: Tx, installation: string, row: LockedRow, confirmed: Confirmed): Promise<void> {
  await refusePerhapsReturned(tx, installation, row, confirmed.notreturn ?? null)
  await refusePerhapsOwn(tx, row, confirmed.notown ?? null)
  await refusePerhapsReversed(tx, row, confirmed.notreversed ?? null)
  await refuseRestated(tx, row, confirmed.ralat ?? null)
}
