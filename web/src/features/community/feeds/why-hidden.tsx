import { IconEyeOff } from '@tabler/icons-react'
import classes from '#features/community/feeds/post.module.css'

/** In place of what an administrator hid, for who wrote it. */
export const WhyHidden = ({ what, reason }: { what: string; reason: string }) => (
  <div className={classes.hidden}>
    <IconEyeOff size={18} aria-hidden />
    <span>
      {what} disembunyikan admin, hanya Anda yang melihat ini. Alasannya: <strong>{reason}</strong>
    </span>
  </div>
)
