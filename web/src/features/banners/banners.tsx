import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { bannersQuery } from '#features/banners/banners.api.ts'
import classes from '#features/banners/banners.module.css'

// What turns the banners is loaded beside the page, not before it.
const BannerCarousel = lazy(() => import('#features/banners/banner-carousel.tsx').then((module) => ({ default: module.BannerCarousel })))

/** The banners of the home page. Without any, or when they cannot be read, the page begins with what is useful. */
export function Banners() {
  const { data, isError } = useQuery(bannersQuery)
  if (isError || data?.length === 0) return null
  const bones = <Skeleton className={classes.bones} />
  return data ? (
    <Suspense fallback={bones}>
      <BannerCarousel banners={data} />
    </Suspense>
  ) : (
    bones
  )
}
