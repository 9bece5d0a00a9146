import { Card } from '#ui/card.tsx'
import classes from '#ui/code-block.module.css'

/** A message of another system, shown in full. */
export const CodeBlock = ({ children }: { children: string }) => (
  <Card component="pre" look="inset" size="sm" className={classes.code}>
    {children}
  </Card>
)
