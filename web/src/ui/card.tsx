import { Box, type BoxProps, polymorphic } from '@mantine/core'
import clsx from 'clsx'
import classes from '#ui/card.module.css'

export interface CardProps extends BoxProps {
  /** How much room is around its content; less on phones. */
  size?: 'none' | 'flat' | 'sm' | 'md' | 'lg' | 'xl'
  /** Set into another card; out of use; or the one that counts. */
  look?: 'inset' | 'off' | 'chosen' | undefined
}

/** The one frame of this page: whatever is set apart from the ground is a card. As a link or a button it shows the pointer. */
export const Card = polymorphic<'div', CardProps>(({ size = 'md', look, className, ...rest }: CardProps) => (
  <Box {...rest} className={clsx('mantine-focus-auto', classes.card, className)} data-size={size} data-look={look} />
))
