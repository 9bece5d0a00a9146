import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { bannersQuery } from '#features/system/banners/banners.api.ts'
import classes from '#features/system/banners/banners.module.css'
import { deferredComponent } from '#ui/lazy.tsx'

// The carousel is loaded after the page, which shows only the first banner until then.
const BannerCarousel = deferredComponent(async () => (await import('#features/system/banners/banner-carousel.tsx')).BannerCarousel)

/**
 * The banners of the home page. If there are no banners or they cannot be loaded, nothing is shown. The element of the first picture is kept when the
 * other pictures are added: repainting it is slow on cheap phones and would delay the largest contentful paint.
 */
export function Banners() {
  const { data, isError } = useQuery(bannersQuery)
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [turning, setTurning] = useState(false)
  const beginToTurn = useCallback(() => setTurning(true), [])
  if (isError || data?.length === 0) return null
  if (!data) return <Skeleton className={classes.skeletonLines} />
  const several = data.length > 1
  const turns = several && turning
  return (
    <section className={classes.frame} aria-label={turns ? 'Banner' : undefined} aria-roledescription={turns ? 'korsel' : undefined}>
      <div ref={setViewport} className={classes.viewport}>
        <div className={classes.row}>
          {data.slice(0, turning ? undefined : 1).map(({ id, image, caption }) => (
            <img key={id.toString()} src={image} alt={caption} className={classes.picture} draggable={false} />
          ))}
        </div>
      </div>
      {several && viewport && <BannerCarousel viewport={viewport} many={data.length} onThere={beginToTurn} />}
    </section>
  )
}
