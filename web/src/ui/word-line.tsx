import classes from '#ui/word-line.module.css'

/** A line with a word between two alternatives. CSS only: the sign-in must load little code. */
export const WordLine = ({ word }: { word: string }) => <span className={classes.line}>{word}</span>
