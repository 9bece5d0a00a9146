import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Card, type CardProps } from '#ui/card.tsx'

/** A card that is a link. */
export const CardLink = createLink((props: ComponentProps<'a'> & Pick<CardProps, 'size'>) => <Card component="a" {...props} />)
