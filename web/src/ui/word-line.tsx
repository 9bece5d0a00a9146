import classes from '#ui/word-line.module.css'

/** A line with a word in it, between two ways to do the same. Style alone: the sign-in may load little script. */
export const WordLine = ({ word }: { word: string }) => <span className={classes.line}>{word}</span>
