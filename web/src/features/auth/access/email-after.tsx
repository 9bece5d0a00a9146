import type { RefusalCode } from '@lapak/contract/shared/refusals'
import type { ReactNode } from 'react'
import { ResendActivation } from '#features/auth/access/resend-activation.tsx'
import { SignInLinkOffer } from '#features/auth/access/sign-in-link-offer.tsx'

const link = (email: string) => <SignInLinkOffer email={email} />

const offers: Partial<Record<string, (email: string) => ReactNode>> = {
  'access.not_activated': (email: string) => <ResendActivation email={email} lead="Akun ini belum diaktivasi." />,
  'access.too_many': link,
  'access.link_needed': link,
} satisfies Partial<Record<RefusalCode, unknown>>

/** The letter by which somebody gets on whose sign-in was refused, where there is one. */
export const EmailAfter = ({ code, email }: { code: string; email: string }) => offers[code]?.(email)
