import { Card } from '#ui/card.tsx'
import classes from '#ui/code-block.module.css'

/** The full text of a machine message. */
export const CodeBlock = ({ children }: { children: string }) => (
  <Card component="pre" look="inset" size="sm" className={classes.code}>
    {children}
  </Card>
)
