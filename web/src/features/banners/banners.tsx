import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bannersQuery } from '#features/banners/banners.api.ts'
import classes from '#features/banners/banners.module.css'
import { late } from '#ui/late.tsx'

// What turns the banners is loaded after the page, which shows the first one meanwhile.
const BannerCarousel = late(async () => (await import('#features/banners/banner-carousel.tsx')).BannerCarousel)

/** The banners of the home page. Without any, or when they cannot be read, the page begins with what is useful. */
export function Banners() {
  const { data, isError } = useQuery(bannersQuery)
  if (isError || data?.length === 0) return null
  const [first] = data ?? []
  if (!data || !first) return <Skeleton className={classes.bones} />
  const still = (
    <div className={classes.frame}>
      <img src={first.image} alt={first.caption} className={classes.picture} draggable={false} />
    </div>
  )
  return <BannerCarousel instead={still} banners={data} />
}
