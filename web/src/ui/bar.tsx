import { Box, type BoxProps, polymorphic } from '@mantine/core'
import clsx from 'clsx'
import classes from '#ui/bar.module.css'

interface BarProps extends BoxProps {
  line: 'above' | 'below'
}

/** A full-width strip with a border on the side that faces the content of the page. */
export const Bar = polymorphic<'div', BarProps>(({ line, className, ...rest }: BarProps) => (
  <Box {...rest} className={clsx(classes.bar, className)} data-line={line} />
))
