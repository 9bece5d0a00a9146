import { Box, type BoxProps } from '@mantine/core'
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import classes from '#ui/table.module.css'

type PartProps<Tag extends 'thead' | 'tbody' | 'tfoot' | 'tr' | 'th' | 'td'> = BoxProps & Omit<ComponentProps<Tag>, keyof BoxProps>

interface TableProps extends BoxProps, Omit<ComponentProps<'table'>, keyof BoxProps> {
  /** Whether the head of the table stays visible while scrolling. */
  stickyHeader?: boolean
}

/**
 * A table component of Lapak. Mantine's table is not used, because it includes scroll areas and floating elements, which add 19 kB to the first
 * screen.
 */
export function Table({ className, stickyHeader, ...props }: TableProps) {
  return <Box component="table" className={clsx(classes.table, className)} data-sticky={stickyHeader || undefined} {...props} />
}
Table.Thead = (props: PartProps<'thead'>) => <Box component="thead" {...props} />
Table.Tbody = (props: PartProps<'tbody'>) => <Box component="tbody" {...props} />
Table.Tfoot = (props: PartProps<'tfoot'>) => <Box component="tfoot" {...props} />
Table.Tr = (props: PartProps<'tr'>) => <Box component="tr" {...props} />
Table.Th = (props: PartProps<'th'>) => <Box component="th" {...props} />
Table.Td = (props: PartProps<'td'>) => <Box component="td" {...props} />
