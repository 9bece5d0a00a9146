import { BannerCut } from '#features/system/banners/banner-parts.tsx'
import classes from '#features/system/banners/banner-preview.module.css'

/** Widths of the place that banners fill at home, on the screens it is looked at most. */
const screens = [
  { width: 1200, label: 'Layar lebar' },
  { width: 358, label: 'HP' },
] as const

/** A banner as it is cut at home, small: what is left of it differs much. */
export const BannerPreview = ({ image, caption }: { image: string; caption: string }) => (
  <div className={classes.previews}>
    {screens.map(({ width, label }) => (
      <figure key={width} className={classes.preview} style={{ flex: width }}>
        <BannerCut image={image} width={width} label={`${caption || 'Banner'} di ${label.toLowerCase()}`} className={classes.picture} />
        <figcaption className={classes.label}>{label}</figcaption>
      </figure>
    ))}
  </div>
)
