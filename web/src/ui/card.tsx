import { Box, type BoxProps, polymorphic } from '@mantine/core'
import clsx from 'clsx'
import classes from '#ui/card.module.css'

export interface CardProps extends BoxProps {
  /** The padding; smaller on phones. */
  size?: 'none' | 'flat' | 'sm' | 'md' | 'lg' | 'xl'
  /** Inside another card; inactive; or selected. */
  look?: 'inset' | 'off' | 'chosen' | undefined
}

/** The only frame of this application: everything separated from the background is a card. As a link or button it shows the pointer. */
export const Card = polymorphic<'div', CardProps>(({ size = 'md', look, className, ...rest }: CardProps) => (
  <Box {...rest} className={clsx('mantine-focus-auto', classes.card, className)} data-size={size} data-look={look} />
))
