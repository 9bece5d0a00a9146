import { IconEyeOff } from '@tabler/icons-react'
import classes from '#features/community/feeds/post.module.css'

/** Shown to the author in place of a hidden post or comment, with the reason. */
export const WhyHidden = ({ what, reason }: { what: string; reason: string }) => (
  <div className={classes.hidden}>
    <IconEyeOff size={18} aria-hidden />
    <span>
      {what} disembunyikan admin, hanya Anda yang melihat ini. Alasannya: <strong>{reason}</strong>
    </span>
  </div>
)
