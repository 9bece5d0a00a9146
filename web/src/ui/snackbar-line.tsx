import { offerLine } from '#ui/message-lines.ts'
import classes from '#ui/snackbar-line.module.css'

/** On anything smaller than a desk messages stand here while it is on the screen, and cover nothing. */
export const SnackbarLine = () => <div ref={offerLine} className={classes.line} />
