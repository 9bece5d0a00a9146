import { Title } from '@mantine/core'
import { parseTerms, type TermsTextBlock } from '#features/system/terms/parse-terms.ts'
import classes from '#features/system/terms/terms-text.module.css'

/** The text of the terms. The text changes only as a whole, so a block is identified by its index. */
export function TermsText({ content, headingOrder }: { content: string; headingOrder: 2 | 3 }) {
  return (
    <div className={classes.text}>
      {parseTerms(content).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <TermsBlock key={place} block={block} headingOrder={headingOrder} />
      ))}
    </div>
  )
}

function TermsBlock({ block, headingOrder }: { block: TermsTextBlock; headingOrder: 2 | 3 }) {
  if (block.kind === 'heading')
    return (
      <Title order={headingOrder} size="h3" className={classes.heading}>
        {block.text}
      </Title>
    )
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
