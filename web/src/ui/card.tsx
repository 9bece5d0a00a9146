import { Box, type BoxProps, polymorphic } from '@mantine/core'
import clsx from 'clsx'
import classes from '#ui/card.module.css'

export interface CardProps extends BoxProps {
  /** The padding, which is smaller on phones. */
  size?: 'none' | 'flat' | 'sm' | 'md' | 'lg' | 'xl'
  /** The look of a card inside another card, of an inactive card, or of a selected card. */
  look?: 'inset' | 'off' | 'chosen' | undefined
}

/**
 * The only kind of frame in the web app: everything that is separated from the background is a card. A card that is a link or a button reacts to the
 * pointer.
 */
export const Card = polymorphic<'div', CardProps>(({ size = 'md', look, className, ...rest }: CardProps) => (
  <Box {...rest} className={clsx('mantine-focus-auto', classes.card, className)} data-size={size} data-look={look} />
))
