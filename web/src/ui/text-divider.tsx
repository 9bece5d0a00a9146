import classes from '#ui/text-divider.module.css'

/** A line with a text between two alternatives. CSS only: the sign-in must load little code. */
export const TextDivider = ({ text }: { text: string }) => <span className={classes.line}>{text}</span>
