import { Text, Title } from '@mantine/core'
import { IconBuildingStore, IconHeadset, IconShoppingBag, type TablerIcon } from '@tabler/icons-react'
import classes from '#features/community/feeds/sample-posts.module.css'
import { Card } from '#ui/card.tsx'
import { Tag } from '#ui/tag.tsx'

interface Sample {
  icon: TablerIcon
  by: string
  words: string
}

/** Fixed texts in the code, shown even if there are no posts yet; they need no request (B-RT-75). */
const samples: readonly Sample[] = [
  {
    icon: IconBuildingStore,
    by: 'Seorang suplier',
    words: 'Stok voucher data sudah masuk lagi. Untuk pesanan banyak, tanya dulu lewat chat supaya kami siapkan.',
  },
  {
    icon: IconShoppingBag,
    by: 'Pemilik konter',
    words: 'Ada yang tahu suplier token PLN yang tetap cepat di atas jam 10 malam? Pelanggan saya banyak yang beli malam.',
  },
  {
    icon: IconHeadset,
    by: 'Admin',
    words: 'Pengumuman dari kami selalu bertanda Lapak di samping nama. Kami tidak pernah meminta PIN, password, atau kode OTP.',
  },
]

/** Examples of posts, marked as samples and without actions. */
export const SamplePosts = () => (
  <aside className={classes.samples} aria-label="Contoh kiriman">
    <div>
      <Title order={2}>Contoh kiriman</Title>
      <Text size="sm" c="dimmed">
        Begini halaman ini dipakai. Contoh di bawah bukan tulisan member.
      </Text>
    </div>
    {samples.map(({ icon: Icon, by, words }) => (
      <Card key={by} component="article" look="off" className={classes.sample}>
        <div className={classes.head}>
          <span className={classes.icon}>
            <Icon size={20} aria-hidden />
          </span>
          <span className={classes.by}>{by}</span>
          <Tag>Contoh</Tag>
        </div>
        <p className={classes.words}>{words}</p>
      </Card>
    ))}
  </aside>
)
