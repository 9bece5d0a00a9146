import { Text } from '@mantine/core'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import classes from '#ui/secret-text.module.css'

/** A key or secret, with a button to copy it. */
export function SecretText({ label, text }: { label: string; text: string }) {
  return (
    <Card look="inset" p="8px 8px 8px 12px" className={classes.secret}>
      <div className={classes.words}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <code className={classes.text}>{text}</code>
      </div>
      <CopyButton text={text} label={`Salin ${label}`} />
    </Card>
  )
}
