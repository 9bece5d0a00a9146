import { dotted } from '@lapak/contract/shared/money'
import { Skeleton, Stack, Title } from '@mantine/core'
import { IconChevronRight, IconClock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import classes from '#features/ordering/purchases/list/today-sums.module.css'
import { useLiveSums } from '#features/ordering/purchases/purchase-sums.live.ts'
import { purchaseSumQuery, purchaseSumsKey } from '#features/ordering/purchases/purchases.api.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { useConnectionRestored } from '#lib/realtime.ts'
import { Card } from '#ui/card.tsx'
import { CardLink } from '#ui/card-link.tsx'
import { Rupiah } from '#ui/money.tsx'

/** Purchases are pending for hours at most; administrators handle purchases that are pending longer. */
const waitingDays = 7

/** The sums of today's purchases, and of the purchases that are still pending. */
export function TodaySums() {
  const today = jakartaToday()
  const since = daysBefore(today, waitingDays)
  const pending = { awal: since, akhir: today, statustrx: '0' } as const
  const queries = useQueryClient()
  useLiveSums('trxupdate', purchaseSumsKey)
  useConnectionRestored(() => void queries.invalidateQueries({ queryKey: purchaseSumsKey }))
  const bought = useQuery(purchaseSumQuery({ awal: today, akhir: today }, false))
  const waiting = useQuery(purchaseSumQuery(pending, false))
  return (
    <Stack component="section" gap={8} aria-labelledby="hari-ini" className={classes.today}>
      <Title order={2} id="hari-ini">
        Hari ini
      </Title>
      <div className={classes.boxes}>
        <Card component="dl" size="sm" className={classes.sums}>
          <dt>Pembelian</dt>
          <dd>{bought.data ? dotted(bought.data.jml) : <Missing failed={bought.isError} />}</dd>
          <dt>Nilai</dt>
          <dd>{bought.data ? <Rupiah of={bought.data.amount} strong /> : <Missing failed={bought.isError} />}</dd>
        </Card>
        <CardLink
          size="sm"
          to="/trxpembelian"
          search={pending}
          className={classes.waiting}
          aria-label={waiting.data ? undefined : 'Pembelian yang menunggu'}
        >
          <IconClock size={20} aria-hidden />
          <span className={classes.words}>
            {waiting.data ? (
              waiting.data.jml > 0 ? (
                <>
                  <strong>{dotted(waiting.data.jml)} menunggu</strong> <Rupiah of={waiting.data.amount} />
                </>
              ) : (
                'Tidak ada yang menunggu'
              )
            ) : (
              <Missing failed={waiting.isError} />
            )}
          </span>
          <IconChevronRight size={18} aria-hidden />
        </CardLink>
      </div>
    </Stack>
  )
}

const Missing = ({ failed }: { failed: boolean }) =>
  failed ? '–' : <Skeleton component="span" display="inline-block" height={18} width={88} />
