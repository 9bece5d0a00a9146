import type { Banner } from '@lapak/contract/system/banners'
import { Group } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/system/banners/banner-list.module.css'
import { BannerState, lastDayText, Thumbnail } from '#features/system/banners/banner-parts.tsx'
import { orderedBannersQuery, useOrderBanners } from '#features/system/banners/banners.admin.api.ts'
import { OrderDialog } from '#ui/order-dialog.tsx'
import { EmptyState } from '#ui/states.tsx'

/** The dialog for the order of the banners. */
export function BannerOrderDialog({ onClose }: { onClose: () => void }) {
  return (
    <OrderDialog
      what="banner"
      size={640}
      query={useQuery(orderedBannersQuery)}
      order={useOrderBanners(onClose)}
      nameOf={({ caption }) => caption}
      renderRow={(banner) => <BannerWords banner={banner} />}
      empty={<EmptyState icon={IconPhotoOff} title="Belum ada banner" />}
      onClose={onClose}
    />
  )
}

const BannerWords = ({ banner }: { banner: Banner }) => (
  <div className={classes.card}>
    <Thumbnail banner={banner} />
    <div className={classes.words}>
      <b>{banner.caption}</b>
      <Group gap={4}>
        <BannerState banner={banner} />
        <span className={classes.note}>{lastDayText(banner)}</span>
      </Group>
    </div>
  </div>
)
