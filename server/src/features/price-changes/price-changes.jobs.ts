import type { ChangeRow } from '@lapak/contract/price-changes'
import { sql } from 'kysely'
import { periodically, whenAsked } from '#core/jobs.ts'
import type { Settings } from '../settings/settings.ts'
import { notePauses } from './pauses.ts'
import { type TellDeps, tellChanges, tellPriceChanges } from './tell.ts'

/** Every offer with a cut-off has two of these a day, for ever, and so has every shop with hours. */
const passing = ['cut_off', 'cut_off_over', 'sold_out', 'in_stock', 'shop_open', 'shop_closed'] as const satisfies ChangeRow['kind'][]

export const priceChangeJobs = (deps: TellDeps & { settings: Settings }) => [
  whenAsked(tellChanges, () => tellPriceChanges(deps)),
  periodically({ name: 'note-pauses', at: '* * * * *', work: () => notePauses(deps.db) }),
  periodically({
    name: 'sweep-price-changes',
    at: '36 3 * * *',
    async work() {
      const keptDays = deps.settings.get('priceChanges.passingKeptDays')
      await deps.db.transaction((tx) =>
        sql`delete from offer_change where kind = any(${passing}::text[]) and at < now() - ${keptDays} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
