import type { Banner } from '@lapak/contract/system/banners'
import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/system/banners/banner-list.module.css'
import { BannerState, lastDayText, Thumbnail } from '#features/system/banners/banner-parts.tsx'
import { orderedBannersQuery, useOrderBanners } from '#features/system/banners/banners.admin.api.ts'
import { useConfirmClose } from '#lib/use-confirm-leave.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { OrderList } from '#ui/order-list.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** The dialog for the order of the banners. Changes take effect only when they are saved. */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  useRestoreFocus()
  const { data, error, refetch } = useQuery(orderedBannersQuery)
  const [ordered, setOrdered] = useState<Banner[]>()
  const order = useOrderBanners(onClose)
  const { close, asking } = useConfirmClose(
    ordered !== undefined && !order.isPending && !order.isSuccess,
    'Urutan ini belum disimpan. Tutup dan buang?',
    onClose,
  )
  const rows = ordered ?? data
  return (
    <Modal
      opened
      onClose={() => !order.isPending && close()}
      title="Urutkan banner"
      size={640}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <Stack gap="md">
        {error && !rows ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : !rows ? (
          <Skeleton height={160} />
        ) : rows.length === 0 ? (
          <EmptyState icon={IconPhotoOff} title="Belum ada banner" />
        ) : (
          <OrderList
            label="Urutan banner"
            rows={rows}
            nameOf={({ caption }) => caption}
            look={({ status }) => (status ? undefined : 'off')}
            renderRow={(banner) => <BannerWords banner={banner} />}
            onOrder={setOrdered}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={order.isPending} onClick={close}>
            Tutup
          </Button>
          <Button disabled={!ordered} loading={order.isPending} onClick={() => ordered && order.mutate(ordered)}>
            Simpan urutan
          </Button>
        </Group>
      </Stack>
    </Modal>
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
