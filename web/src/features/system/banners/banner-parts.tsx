import type { Banner } from '@lapak/contract/system/banners'
import { IconCalendarOff, IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import classes from '#features/system/banners/banner-list.module.css'
import { jakartaToday } from '#lib/days.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

/** Its last day has passed. */
const isOver = ({ expdate }: Pick<Banner, 'expdate'>) => expdate !== null && expdate < jakartaToday()

/** The switch in the specification's words, and beside it when the banner is shown no more all the same. */
export const BannerState = ({ banner }: { banner: Banner }) => (
  <>
    <StatusBadge
      colour={banner.status ? 'green' : 'gray'}
      icon={banner.status ? IconCircleCheck : IconCircleOff}
      word={banner.status ? 'Aktif' : 'Non Aktif'}
    />
    {isOver(banner) && <StatusBadge colour="orange" icon={IconCalendarOff} word="Berakhir" />}
  </>
)

export const lastDayText = ({ expdate }: Pick<Banner, 'expdate'>): string => expdate?.replaceAll('-', '/') ?? 'Tanpa batas'

interface CutProps {
  image: string
  /** Of the screen's part that banners fill, in px. */
  width: number
  /** What it shows; without one it is there for the eye alone. */
  label?: string
  className?: string | undefined
}

/** A banner as a screen of this width cuts it, drawn small: as a picture in a drawing, so that one that fits itself to its place does so here too. */
export const BannerCut = ({ image, width, label, className }: CutProps) => (
  <svg viewBox={`0 0 ${width} ${bannerHeight}`} className={className} role="img" aria-label={label} aria-hidden={label === undefined}>
    <image href={image} width={width} height={bannerHeight} preserveAspectRatio="xMidYMid slice" />
  </svg>
)

export const Thumbnail = ({ banner: { image } }: { banner: Banner }) => (
  <BannerCut image={image} width={1200} className={classes.thumbnail} />
)

/** Of a banner (B-CONST-11). On phones the page shows a strip of it (`banners.module.css`), since the work comes first there. */
const bannerHeight = 350
