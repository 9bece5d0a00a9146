import { splitLinks } from '#lib/text-pieces.ts'
import classes from '#ui/linked-text.module.css'
import link from '#ui/text-link.module.css'

/** A text that a member wrote, with its line breaks. Complete web URLs become links that open in a new tab; the new tab has no access to this tab. */
export const LinkedText = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p className={classes.words}>
      {splitLinks(text).map(({ text, href }, place) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that does not change
          <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow" className={link.inline}>
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
