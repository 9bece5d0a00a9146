import { orderChannels } from '@lapak/contract/order-channels'
import { bigints, booleans, texts } from '#core/arrays.ts'
import type { Statement, Tx } from '#core/db.ts'
import type { JabberAddresses } from './addresses.ts'

/** Told when there is something to say by Jabber, or something to make a message of. */
export const jabberChannel = 'jabber'

interface Final {
  id: bigint
  buyer_id: bigint
  reffclient: string
  channel: number
}

/** News of purchases for those who hear of them by Jabber. */
export interface JabberResults {
  /** In the transaction in which they became final or were corrected. Costs nothing where nobody is to hear. */
  store(tx: Tx, purchases: readonly Final[]): Promise<void>
}

/** `served`: an account is configured that could say it. */
export const createJabberResults = ({ addresses, served }: { addresses: JabberAddresses; served: boolean }): JabberResults => ({
  async store(tx, purchases) {
    const heard = purchases.filter(
      ({ channel, buyer_id }) => served && (channel === orderChannels.jabber || addresses.anyTellsAll(buyer_id)),
    )
    if (heard.length === 0) return
    await tx.run(insertResults, [
      bigints(heard.map(({ buyer_id }) => buyer_id)),
      bigints(heard.map(({ id }) => id)),
      texts(heard.map(({ reffclient }) => reffclient)),
      booleans(heard.map(({ channel }) => channel === orderChannels.jabber)),
    ])
  },
})

const insertResults: Statement = {
  name: 'jabber.results',
  text: `
  with told as (select pg_notify('${jabberChannel}', ''))
  insert into jabber_result (member_id, purchase_id, reffclient, ordered)
  select given.* from told, unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[]) as given`,
}
