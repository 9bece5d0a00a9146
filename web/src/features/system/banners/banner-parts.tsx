import type { Banner } from '@lapak/contract/system/banners'
import { IconCalendarOff, IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import classes from '#features/system/banners/banner-list.module.css'
import { jakartaToday } from '#lib/days.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

/** Whether the last day of the banner has passed. */
const isOver = ({ expdate }: Pick<Banner, 'expdate'>) => expdate !== null && expdate < jakartaToday()

/** The state of the banner with the labels of the specification, and a mark if the banner has expired. */
export const BannerState = ({ banner }: { banner: Banner }) => (
  <>
    <StatusBadge
      colour={banner.status ? 'green' : 'gray'}
      icon={banner.status ? IconCircleCheck : IconCircleOff}
      label={banner.status ? 'Aktif' : 'Non Aktif'}
    />
    {isOver(banner) && <StatusBadge colour="orange" icon={IconCalendarOff} label="Berakhir" />}
  </>
)

export const lastDayText = ({ expdate }: Pick<Banner, 'expdate'>): string => expdate?.replaceAll('-', '/') ?? 'Tanpa batas'

interface CutProps {
  image: string
  /** The width in px of the area that banners fill on the screen. */
  width: number
  /** The alternative text; without one the picture is decorative. */
  label?: string
  className?: string | undefined
}

/**
 * A scaled preview of the banner, cropped as on a screen of this width. The picture is inside an SVG element, so that an SVG picture that adapts to
 * its size adapts here as on the home page.
 */
export const CroppedBanner = ({ image, width, label, className }: CutProps) => (
  <svg viewBox={`0 0 ${width} ${bannerHeight}`} className={className} role="img" aria-label={label} aria-hidden={label === undefined}>
    <image href={image} width={width} height={bannerHeight} preserveAspectRatio="xMidYMid slice" />
  </svg>
)

export const Thumbnail = ({ banner: { image } }: { banner: Banner }) => (
  <CroppedBanner image={image} width={1200} className={classes.thumbnail} />
)

/**
 * The height of a banner in px (B-CONST-11). On phones the home page shows only a strip of the banner (`banners.module.css`), to leave room for the
 * purchase.
 */
const bannerHeight = 350
