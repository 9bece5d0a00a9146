import classes from '#ui/text-divider.module.css'

/** A line between two alternatives, with a text in the middle. It uses only CSS, because the sign-in screen must load little code. */
export const TextDivider = ({ text }: { text: string }) => <span className={classes.line}>{text}</span>
