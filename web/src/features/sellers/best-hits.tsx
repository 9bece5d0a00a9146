import { Skeleton, Title } from '@mantine/core'
import { IconFlame } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bestHitsQuery } from '#features/sellers/best-hits.api.ts'
import classes from '#features/sellers/best-hits.module.css'
import { shortName } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Who sells what best today. */
export function BestHits() {
  return (
    <section className={classes.section} aria-labelledby="best-hit">
      <Title order={2} id="best-hit">
        Best Hit Of The Day
      </Title>
      <Hits />
    </section>
  )
}

function Hits() {
  const { data, error, refetch } = useQuery(bestHitsQuery)
  if (!data && error) return <ErrorState title="Best hit belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return (
      <EmptyState icon={IconFlame} title="Belum ada penjualan hari ini" hint="Suplier dan operator terlaris hari ini tampil di sini." />
    )
  return (
    <ul className={classes.hits} aria-busy={!data || undefined}>
      {data?.map(({ sellerid, operator, sellername, selleravatar }) => (
        <li key={`${sellerid} ${operator}`}>
          <Link to="/supplier/$id" params={{ id: sellerid.toString() }} className={classes.hit}>
            <Avatar name={sellername} address={selleravatar} size={44} />
            <span className={classes.words}>
              <span className={classes.operator}>{operator}</span>
              <span className={classes.seller} title={sellername}>
                {shortName(sellername)}
              </span>
            </span>
          </Link>
        </li>
      )) ?? ['a', 'b', 'c', 'd'].map((bone) => <Skeleton key={bone} component="li" height={70} radius={12} />)}
    </ul>
  )
}
