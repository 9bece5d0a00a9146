import { Card } from '#ui/card.tsx'
import classes from '#ui/code-block.module.css'

/** What machines said to each other, word for word. */
export const CodeBlock = ({ children }: { children: string }) => (
  <Card component="pre" look="inset" size="sm" className={classes.code}>
    {children}
  </Card>
)
