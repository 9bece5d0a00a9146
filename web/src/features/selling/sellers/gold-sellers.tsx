import type { SellerSummary } from '@lapak/contract/selling/sellers'
import { Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconAwardFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/selling/sellers/gold-sellers.module.css'
import { OnlineMark, ShopMark } from '#features/selling/sellers/seller-marks.tsx'
import { goldSellersQuery } from '#features/selling/sellers/sellers.api.ts'
import { shortName } from '#lib/short-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { CardLink } from '#ui/card-link.tsx'
import { Rating } from '#ui/stars.tsx'

/** The six best sellers. If they cannot be loaded, nothing is shown, because the list of sellers below contains them too. */
export function GoldSellers() {
  const { data, isPending } = useQuery(goldSellersQuery)
  if (!isPending && !data?.length) return null
  return (
    <Stack component="section" gap={8} miw={0} aria-labelledby="suplier-pilihan">
      <Title order={2} id="suplier-pilihan" className={classes.title}>
        <IconAwardFilled size={20} aria-hidden />
        Suplier Pilihan
      </Title>
      <ul className={classes.row}>
        {data
          ? data.map((seller) => <GoldSeller key={seller.sellerid.toString()} seller={seller} />)
          : [1, 2, 3, 4, 5, 6].map((bone) => (
              <li key={bone}>
                <Card size="sm" className={classes.seller} aria-hidden>
                  <Skeleton circle height={40} />
                  <Skeleton className={classes.boneOfName} width="85%" />
                  <Skeleton className={classes.boneOfRating} width="60%" />
                  <Skeleton className={classes.boneOfMarks} width={110} radius={12} />
                </Card>
              </li>
            ))}
      </ul>
    </Stack>
  )
}

function GoldSeller({ seller }: { seller: SellerSummary }) {
  return (
    <li>
      <CardLink size="sm" to="/supplier/$id" params={{ id: seller.sellerid.toString() }} className={classes.seller}>
        <Avatar name={seller.sellername} address={seller.avatar} size={40} />
        <span className={classes.name} title={seller.sellername}>
          {shortName(seller.sellername)}
        </span>
        <Rating rating={seller.rating} reviews={seller.jmlreview} size={14} />
        <Group component="span" gap={4}>
          <ShopMark open={seller.status} />
          <OnlineMark online={seller.user.online} />
        </Group>
      </CardLink>
    </li>
  )
}
