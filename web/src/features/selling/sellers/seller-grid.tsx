import type { SellerSummary } from '@lapak/contract/selling/sellers'
import { dotted } from '@lapak/contract/shared/money'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconMapPin, IconMessageCircle, IconPackage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import classes from '#features/selling/sellers/seller-card.module.css'
import { OnlineMark, ShopMark } from '#features/selling/sellers/seller-marks.tsx'
import { shortName } from '#lib/short-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { CardGrid } from '#ui/card-grid.tsx'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { Rating } from '#ui/stars.tsx'
import { ErrorState } from '#ui/states.tsx'

interface SellerGridProps {
  label: string
  /** Undefined while loading. */
  sellers: SellerSummary[] | undefined
  error: Error | null
  stale?: boolean
  onRetry: () => void
  empty: ReactNode
}

/** Sellers as cards. If a refresh fails, the previous data stays visible with an error message. */
export function SellerGrid({ label, sellers, error, stale, onRetry, empty }: SellerGridProps) {
  if (error && !sellers) return <ErrorState title="Suplier belum bisa ditampilkan" message={error.message} onRetry={onRetry} />
  if (sellers?.length === 0) return empty
  return (
    <>
      {error && <StaleNotice onRetry={onRetry} />}
      <CardGrid minCardWidth={280} stale={stale} aria-label={label} aria-busy={!sellers || stale}>
        {sellers
          ? sellers.map((seller) => (
              <li key={seller.sellerid.toString()}>
                <SellerCard seller={seller} />
              </li>
            ))
          : [1, 2, 3, 4, 5, 6].map((bone) => (
              <li key={bone}>
                <SellerCardSkeleton />
              </li>
            ))}
      </CardGrid>
    </>
  )
}

/** The card of a seller in lists and search results. */
function SellerCard({ seller }: { seller: SellerSummary }) {
  const { sellername, location, jmlproduk } = seller
  const own = useUser()?.member.memberid === seller.sellerid
  return (
    <Card component="article" className={classes.card} aria-label={sellername}>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={sellername} address={seller.avatar} size={48} />
        <div className={classes.who}>
          <span className={classes.name} title={sellername}>
            {shortName(sellername)}
          </span>
          <Rating rating={seller.rating} reviews={seller.jmlreview} />
        </div>
      </Group>
      <Group gap={6}>
        <ShopMark open={seller.status} />
        <OnlineMark online={seller.user.online} />
      </Group>
      <div className={classes.facts}>
        <span className={classes.fact}>
          <IconMapPin size={16} aria-hidden />
          {location ?? 'Lokasi belum diisi'}
        </span>
        <span className={classes.fact}>
          <IconPackage size={16} aria-hidden />
          {jmlproduk > 0 ? `${dotted(jmlproduk)} produk` : 'Belum ada produk'}
        </span>
        <Quality {...seller} />
      </div>
      <div className={classes.actions}>
        <Button
          size="sm"
          variant="light"
          renderRoot={(props) => (
            <Link to="/supplier/$id" params={{ id: seller.sellerid.toString() }} aria-label={`Lihat suplier ${sellername}`} {...props} />
          )}
        >
          Lihat suplier
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconMessageCircle size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/chat" search={own ? {} : { dengan: seller.sellerid.toString() }} aria-label={`Chat ${sellername}`} {...props} />
          )}
        >
          Chat
        </Button>
      </div>
    </Card>
  )
}

/** Placeholder of a seller card. */
function SellerCardSkeleton() {
  return (
    <Card className={classes.card} aria-hidden>
      <Group gap="sm" wrap="nowrap">
        <Skeleton circle height={48} />
        <div className={classes.who}>
          <Skeleton height={18} width="70%" my={2} />
          <Skeleton height={14} width="50%" />
        </div>
      </Group>
      <Skeleton height={24} width={140} radius={12} />
      <div className={classes.facts}>
        <Skeleton height={14} width="80%" my={3} />
        <Skeleton height={14} width="35%" my={3} />
        <Skeleton height={14} width="55%" my={3} />
      </div>
      <Skeleton height={36} radius={8} />
    </Card>
  )
}
