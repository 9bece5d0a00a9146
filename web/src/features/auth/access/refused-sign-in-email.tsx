import type { RefusalCode } from '@lapak/contract/shared/refusals'
import type { ReactNode } from 'react'
import { EmailOffer } from '#features/auth/access/email-offer.tsx'
import { ResendActivation } from '#features/auth/access/resend-activation.tsx'

const link = (email: string) => <SignInLinkOffer email={email} />

const offers: Partial<Record<string, (email: string) => ReactNode>> = {
  'access.not_activated': (email: string) => <ResendActivation email={email} lead="Akun ini belum diaktivasi." />,
  'access.too_many': link,
  'access.link_needed': link,
} satisfies Partial<Record<RefusalCode, unknown>>

/** After a refused sign-in, offers to send the e-mail that solves the problem, if there is such an e-mail for this error code. */
export const RefusedSignInEmail = ({ code, email }: { code: string; email: string }) => offers[code]?.(email)

/** After too many failed attempts the owner of the account can sign in with a link by e-mail. */
const SignInLinkOffer = ({ email }: { email: string }) => (
  <EmailOffer
    email={email}
    before={['Ini akun Anda? Minta link masuk ke', ', lalu buka link itu di perangkat ini.']}
    after={['Link masuk dikirim ke', '. Buka di perangkat ini. Periksa juga folder spam.']}
    button="Kirim link masuk"
    send={async (to) => (await import('#features/auth/access/account.api.ts')).requestSignInLink(to)}
  />
)
